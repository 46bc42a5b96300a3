import { ERRORS, type ErrorCode } from "../../src/errors.ts";
import { ERROR_MEANINGS } from "../../src/http/openapi/error-codes.ts";
import { DEGRADED, type Degraded } from "../../src/search/contract/search.ts";
import { code, page, sentence, table } from "./markdown.ts";

const INTRODUCTION = `Two closed lists. A request that fails answers with an error code. A search that succeeds without one of its parts names
what it lacks in \`degraded\`.`;

/** What each code of `degraded` means for the answer that carries it. */
const DEGRADED_MEANINGS: Readonly<Record<Degraded, string>> = {
  embedder_unavailable: "The embedding model failed; the answer has no hits by meaning",
  embedder_timeout: "The embedding model was too slow; the answer has no hits by meaning",
  vector_index_unavailable: "The vector index failed; the answer has no hits by meaning",
  vector_index_timeout: "The vector index was too slow; the answer has no hits by meaning",
  vector_filter_partial: "The filter was applied to the nearest 100 passages by meaning only",
  cosines_missing:
    "No embedding model measures cosines, and the profile decides by them: its least score keeps the best of what words found, its stand-in for a re-ranker did nothing",
  other_script:
    "Hardly any word of the workspace is in the script of the query, and no embedding model of many languages compares them; the answer has only what the same words find",
  reranker_unavailable: "The re-ranking model failed; hits stand in the order of fusion",
  reranker_timeout: "The re-ranking model was too slow; hits stand in the order of fusion",
  identity_changed:
    "The embedding model changed and its vectors are not complete; the answer has no hits by meaning",
  generator_missing: "No text model is configured; the query was searched as typed",
  generator_unavailable: "The text model failed; the query was searched as typed",
  generator_timeout: "The text model was too slow; the query was searched as typed",
  expansion_refused: "The text model's rewrites could not be used; the query was searched as typed",
  names_off: "The workspace has names switched off; an entity arm goes by names found before",
  quota: "The account's daily allowance of models is used up until midnight UTC",
  model_budget: "`MODEL_BUDGET_PER_DAY` is used up until midnight UTC",
  depth_reached: "There may be more hits; pages lead through the first 1,000 matches of the keyword arm",
  workspace_quota: "The workspace's own quota of model calls is used up until midnight UTC",
};

/** `docs/reference/errors.md`: error codes with their status, and what a search may lack. */
export function errorsPage(): string {
  const errors = (Object.keys(ERRORS) as ErrorCode[]).map((name) => [
    code(name),
    String(ERRORS[name]),
    sentence(ERROR_MEANINGS[name]),
  ]);
  return page("Error codes and degraded codes", [
    INTRODUCTION,
    "## Error codes",
    table(["code", "status", ""], errors),
    "## Degraded codes",
    table(
      ["code", ""],
      DEGRADED.map((name) => [code(name), sentence(DEGRADED_MEANINGS[name])]),
    ),
  ]);
}
