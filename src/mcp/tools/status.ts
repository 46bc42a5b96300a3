import { z } from "@hono/zod-openapi";
import { Scope } from "../../contract/common.ts";
import { defineTool, READS } from "../tool.ts";

const Count = z.int().min(0).max(1_000_000_000);

export const status = defineTool({
  name: "status",
  description:
    "How much is indexed: the roots (pushed folders), how many documents, what is pending or failed.",
  input: z.strictObject({}),
  output: z.object({
    workspace: z.string(),
    scope: Scope,
    documents: Count,
    chunks: Count,
    roots: z.record(z.string(), Count).describe("Documents"),
    descriptions: z.record(z.string(), z.string()).optional().describe("What roots hold"),
    indexedAt: z.string().nullable(),
    pending: Count.describe("Not yet found by meaning"),
    failed: Count,
    embedder: z.string(),
  }),
  hints: READS,
  async run(_, caller) {
    const { workspace, scope, documents, chunks, roots, index } = await caller.services.status(
      await caller.reading(),
    );
    const described = roots.flatMap(({ root, description }) =>
      description === undefined ? [] : [[root, description] as const],
    );
    const structured = {
      ...{ workspace, scope, documents, chunks },
      roots: Object.fromEntries(roots.map((one) => [one.root, one.documents])),
      ...(described.length > 0 && { descriptions: Object.fromEntries(described) }),
      indexedAt: index.indexedAt,
      pending: index.pendingChunks,
      failed: index.failedDocuments + index.failedWork,
      embedder: index.embedder,
    };
    const named = roots.map((one) => `${one.root} (${one.documents})`).join(", ");
    const lines = [
      `workspace ${workspace}, token ${scope}: ${documents} documents, ${chunks} passages`,
      `roots: ${named === "" ? "none" : named}`,
      ...described.map(([root, description]) => `  ${root}: ${description}`),
      `indexed ${index.indexedAt ?? "never"}, ${structured.pending} pending, ${structured.failed} failed, ${index.embedder}`,
    ];
    return { structured, text: lines.join("\n") };
  },
});
