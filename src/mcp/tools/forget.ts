import { z } from "@hono/zod-openapi";
import { needMemoryId, withMemory } from "../../documents/passages/memory-id.ts";
import { AppError } from "../../errors.ts";
import { ForgetRequest } from "../../memories/contract/memories.ts";
import type { OpenWorkspace } from "../../workspaces/open-workspace.ts";
import type { Caller } from "../caller.ts";
import { passageSource } from "../passages.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";

const { shape } = ForgetRequest;

const Output = z.object({
  id: z.string().nullable(),
  undoUntil: z.string().nullable(),
  candidates: z.array(z.object({ id: z.string(), text: z.string(), score: z.number().min(0).max(1) })),
});
type Shown = z.infer<typeof Output>;

const forgotten = ({ id, undoUntil }: { id: string; undoUntil: string | null }): ToolAnswer<Shown> => ({
  structured: { id, undoUntil, candidates: [] },
  text: `Forgotten: ${id}${undoUntil === null ? "" : `; undo until ${undoUntil}`}`,
});

async function byQuery(caller: Caller, context: OpenWorkspace, query: string): Promise<ToolAnswer<Shown>> {
  const answer = await caller.services.forgetByQuery(context, ForgetRequest.parse({ query }));
  if (answer.forgotten !== null) return forgotten(answer.forgotten);
  const { candidates } = answer;
  const lines = candidates.map(({ id, score, text }) => `${id} ${score.toFixed(2)} ${text}`);
  const head = lines.length === 0 ? "Nothing says that." : "Nothing forgotten; name one by its id:";
  return { structured: { id: null, undoUntil: null, candidates }, text: [head, ...lines].join("\n") };
}

export const forget = defineTool({
  name: "forget",
  description: "Forget (delete) one memory by its id or its words; or undo that and bring it back.",
  input: z.strictObject({
    id: z.string().min(1).max(200).optional().describe("Of memory or hit"),
    query: shape.query.optional().describe("Its words; only a clear match is forgotten"),
    undo: z.boolean().default(false).describe("Within 24 hours"),
  }),
  output: Output,
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ id, query, undo }, caller) {
    if ((id === undefined) === (query === undefined) || (undo && id === undefined))
      throw new AppError("invalid_input", "Give the id of the memory, or a query; undo takes an id");
    const context = await (undo ? caller.writing() : caller.deleting());
    if (id === undefined) return byQuery(caller, context, query ?? "");
    const { services } = caller;
    if (undo) {
      const { memory } = await services.undoForget(context, needMemoryId(id));
      return {
        structured: { id: memory.id, undoUntil: null, candidates: [] },
        text: `Back: ${memory.id}`,
      };
    }
    const source = passageSource(context);
    const answer = await withMemory(source, id, (named) =>
      services.forgetMemory(context, named, { now: false }),
    );
    return forgotten(answer);
  },
});
