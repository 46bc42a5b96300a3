import { z } from "@hono/zod-openapi";
import { AppError } from "../../errors.ts";
import { RememberRequest } from "../../memories/contract/memories.ts";
import { onOneLine } from "../../text/line-ends.ts";
import type { OpenWorkspace } from "../../workspaces/open-workspace.ts";
import type { Caller } from "../caller.ts";
import { defineTool, errorText } from "../tool.ts";

const MAX_TEXTS = 100;
/** Texts between two looks at whether the client still waits: what a batch of the free plan may hold. */
const SLICE = 20;

const { shape } = RememberRequest;

const Output = z.object({
  memories: z.array(
    z.object({
      id: z.string().optional(),
      action: z.enum(["created", "merged", "unchanged", "failed"]),
      mayContradict: z.array(z.string()).optional(),
      redacted: z.array(z.string()).optional(),
      error: z.string().optional(),
    }),
  ),
});
type Shown = z.infer<typeof Output>["memories"][number];
type Answer = Awaited<ReturnType<Caller["services"]["rememberMany"]>>["answers"][number];

function shownOf(answer: Answer): Shown {
  if ("error" in answer) {
    return { action: "failed", error: errorText(answer.error) };
  }
  const { action, memory, redacted, mayContradict } = answer;
  const kinds = redacted.map(({ kind }) => kind);
  const rivals = mayContradict.map(({ words, text }) => `${words}: ${onOneLine(text)}`);
  return {
    ...{ id: memory.id, action },
    ...(rivals.length > 0 && { mayContradict: rivals }),
    ...(kinds.length > 0 && { redacted: kinds }),
  };
}

/** How one that is contradicted is replaced; said once. */
const SETTLE = "To replace one, remember the text again with its id as supersedes.";

const lineOf = ({ id, action, mayContradict = [], redacted, error }: Shown): string =>
  [
    error ?? `${action} ${id}${redacted === undefined ? "" : `, without ${redacted.join(", ")}`}`,
    ...mayContradict.map((words) => `  ${words}`),
  ].join("\n");

const textOf = (memories: readonly Shown[]): string =>
  [
    ...memories.map(lineOf),
    ...(memories.some(({ mayContradict }) => mayContradict !== undefined) ? [SETTLE] : []),
  ].join("\n");

/** Slice by slice, so that a client that has gone stops what is left; what was kept by then stays. */
async function keepAll(
  caller: Caller,
  context: OpenWorkspace,
  requests: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < requests.length; from += SLICE) {
    caller.signal.throwIfAborted();
    const memories = requests.slice(from, from + SLICE);
    answers.push(...(await caller.services.rememberMany(context, { memories })).answers);
    await caller.progress(answers.length, requests.length);
  }
  return answers;
}

export const remember = defineTool({
  name: "remember",
  description: "Keep facts, decisions or lessons. Duplicates are merged, secrets redacted.",
  input: z.strictObject({
    texts: z.array(shape.text).min(1).max(MAX_TEXTS).describe("One fact each, complete in itself"),
    type: shape.type.describe("fact, decision, preference, correction, …"),
    tags: shape.tags,
    session: shape.session,
    source: shape.source.describe("Agent, URL or file"),
    importance: shape.importance.describe(""),
    priority: shape.priority.describe("1: most"),
    supersedes: shape.supersedes.describe("Id of the memory that the one text replaces"),
    force: z.boolean().optional().describe("Even noise"),
  }),
  output: Output,
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run({ texts, ...shared }, caller) {
    if (shared.supersedes !== undefined && texts.length > 1)
      throw new AppError("invalid_input", "supersedes: send the one text that takes its place by itself");
    const context = await caller.writing();
    const [only] = texts;
    const answers: readonly Answer[] =
      texts.length === 1 && only !== undefined
        ? [await caller.services.remember(context, RememberRequest.parse({ text: only, ...shared }))]
        : await keepAll(
            caller,
            context,
            texts.map((text) => ({ text, ...shared })),
          );
    const memories = answers.map(shownOf);
    return { structured: { memories }, text: textOf(memories) };
  },
});
