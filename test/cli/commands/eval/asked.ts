import type { Asked } from "../../../../src/cli/commands/eval/evaluation.ts";

/** What one question came to; its score is its hit@1. */
export const asked = (id: string, changes: Partial<Asked> = {}): Asked => ({
  id,
  kind: "",
  scores: {},
  hits: [],
  isDegraded: false,
  relevance: 0,
  isAnswered: false,
  claims: [],
  latencyMs: 1,
  ...changes,
});
