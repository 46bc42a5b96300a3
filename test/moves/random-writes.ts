import { createHash } from "node:crypto";
import { AppError } from "../../src/errors.ts";
import type { MoveWorld, Mover } from "./move-world.ts";

const NAMES = ["Anna Bergström", "Kiln House", "Lena Okafor", "Otter Weir", "Port Ferry"];

/** Numbers from 0 to below 1 that a seed decides. */
function numbersFrom(seed: number): () => number {
  let drawn = 0;
  return () => createHash("sha256").update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}

function unlessMoving(error: unknown): void {
  if (!(error instanceof AppError && error.code === "workspace_moving")) throw error;
}

/** Writes of every kind to a workspace that moves, one at each call; what is refused meanwhile is refused whole. */
export function randomWrites(
  { world, clock }: Pick<MoveWorld, "world" | "clock">,
  { token }: Pick<Mover, "token">,
  seed: number,
) {
  const draw = numbersFrom(seed);
  const below = (count: number): number => Math.floor(draw() * count);
  const { client } = world;
  const call = (method: string, path: string, body?: object) =>
    client.call(method, path, { token, ...(body && { body }) });
  const text = (): string =>
    `# Part ${below(4)}\n\n${NAMES[below(NAMES.length)]} met ${NAMES[below(NAMES.length)]} at ${below(30)} degrees.\n\n` +
    `## More\n\n${"The kiln cools slowly. ".repeat(below(60))}`;
  const path = (): string => `${below(12)}.md`;
  const memories: string[] = [];
  const memory = (): string => memories[below(memories.length)] ?? "none";
  const tokens: string[] = [];
  const kinds: readonly (() => Promise<unknown>)[] = [
    () => client.upload(token, { [path()]: text(), [path()]: text(), [path()]: text() }),
    () => client.upload(token, { [path()]: text() }, "other"),
    () => call("DELETE", `/v1/roots/notes?prefix=${below(3)}`),
    () => call("DELETE", `/v1/roots/${draw() < 0.3 ? "other" : "none"}`),
    async () => {
      const { body } = await call("POST", "/v1/memories", {
        text: `Memory ${below(15)} of ${NAMES[below(5)]}.`,
      });
      if (body.memory !== undefined) memories.push(body.memory.id);
    },
    () => call("DELETE", `/v1/memories/${memory()}`),
    () => call("POST", `/v1/memories/${memory()}/undo`),
    async () => {
      const { body } = await client.search(token, `kiln degrees ${below(50)}`);
      const [hit] = body.hits ?? [];
      if (hit)
        await call("POST", "/v1/feedback", {
          recallId: body.recallId,
          chunk: hit.id,
          value: draw() < 0.5 ? "up" : "down",
        });
    },
    async () => {
      const { body } = await call("POST", "/v1/tokens", { scope: "read" });
      if (body.id !== undefined) tokens.push(body.id);
    },
    () => call("DELETE", `/v1/tokens/${tokens[below(tokens.length)] ?? "none"}`),
    // Cron works for all workspaces; it fails where one is handed over, and comes again.
    () => client.sweep().catch(unlessMoving),
  ];
  return async (): Promise<void> => {
    clock.advance(below(3_000));
    await kinds[below(kinds.length)]?.();
  };
}
