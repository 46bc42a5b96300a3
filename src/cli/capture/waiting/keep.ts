import type { RecallClient } from "../../session/recall-client.ts";
import type { Environment } from "../../settings/config-folder.ts";
import { settle, type Waiting } from "./waiting.ts";

/** Memories that one request holds. */
const BATCH = 100;

export interface Kept {
  readonly kept: readonly Waiting[];
  readonly failed: readonly { readonly item: Waiting; readonly message: string }[];
}

const requestOf = ({ text, type, session, source, tags }: Waiting) => ({
  ...{ text, type, source, tags: [...tags] },
  ...(session !== undefined && { session }),
});

/** Remembers what waits, which then waits no longer; what the server refuses goes on waiting. Throws AppError. */
export async function keepWaiting(
  client: Pick<RecallClient, "rememberMany">,
  env: Environment,
  items: readonly Waiting[],
): Promise<Kept> {
  const done: { item: Waiting; message: string | undefined }[] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    const batch = items.slice(at, at + BATCH);
    const { answers } = await client.rememberMany({ memories: batch.map(requestOf) });
    const told = batch.map((item, index) => ({ item, message: refusalIn(answers[index]) }));
    await settle(
      env,
      told.filter(({ message }) => message === undefined).map(({ item }) => item),
    );
    done.push(...told);
  }
  return {
    kept: done.filter(({ message }) => message === undefined).map(({ item }) => item),
    failed: done.flatMap(({ item, message }) => (message === undefined ? [] : [{ item, message }])),
  };
}

type Answer = Awaited<ReturnType<RecallClient["rememberMany"]>>["answers"][number];

function refusalIn(answer: Answer | undefined): string | undefined {
  if (answer === undefined) return "The server did not answer for it";
  return "error" in answer ? answer.error.message : undefined;
}
