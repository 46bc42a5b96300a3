import type { Degraded, SearchAnswer, SearchRequest } from "../../search/contract/search.ts";
import { many } from "../components/format.ts";

type Profile = SearchRequest["profile"];

/** What each profile is for; the compiler reports a missing one. */
const profiles: Readonly<Record<Profile, string>> = {
  edge: "edge: words and meaning, re-ranked",
  openclaw: "openclaw: meaning first, words second",
  lancedb: "lancedb: meaning, then recency and importance",
  "code-memory": "code-memory: nearest first, recent preferred",
  dual: "dual: named things, or meaning",
  latest: "latest: of equals the newest first",
  keyword: "keyword: words alone",
  vector: "vector: meaning alone",
};

const degraded: Readonly<Record<Degraded, string>> = {
  embedder_unavailable: "The embedding model does not answer: results by keyword only.",
  embedder_timeout: "The embedding model took too long: results by keyword only.",
  vector_index_unavailable: "The vector index does not answer: results by keyword only.",
  vector_index_timeout: "The vector index took too long: results by keyword only.",
  vector_filter_partial: "With this filter, only some passages were compared by meaning.",
  reranker_unavailable: "The re-ranking model does not answer: the order is less exact.",
  reranker_timeout: "The re-ranking model took too long: the order is less exact.",
  identity_changed: "The index is being moved to another model: results by keyword only.",
  generator_missing: "There is no text model to rewrite the query.",
  generator_unavailable: "The text model does not answer: the query was searched as typed.",
  generator_timeout: "The text model took too long: the query was searched as typed.",
  expansion_refused: "The text model's rewrite was unusable: the query was searched as typed.",
  names_off: "Texts here are not read for names: only names found before count.",
  quota: "The account's model quota is used up for today.",
  model_budget: "The server's own budget of model calls is used up for today.",
};

/** Texts of the search view. */
export const searchStrings = {
  title: "Search",
  box: "Search notes, docs, code and memories",
  help: "Keyboard help",
  profile: "Ranking",
  profiles,
  filters: {
    label: "Filters",
    names: {
      kind: "Kind",
      root: "Folder",
      type: "Type",
      tag: "Tag",
      path: "Path",
      language: "Language",
      date: "Date",
      session: "Session",
    },
    kinds: { file: "Files", memory: "Memories" },
    apply: "Apply",
    remove: (name: string) => `Remove the filter ${name}`,
    clear: "Clear filters",
    help: {
      type: "Only memories of this type, such as decision",
      tag: "Only memories with this tag",
      path: "A prefix such as guides/, or a pattern such as **/*.md",
      language: "Such as markdown, typescript or python",
      session: "Only memories of this session",
    },
    after: "From",
    before: "Before",
    periods: { "7d": "Last 7 days", "1m": "Last month", "3m": "Last 3 months", "1y": "Last year" },
    between: (after: string, before: string) =>
      [after && `from ${after}`, before && `before ${before}`].filter(Boolean).join(" "),
  },
  results: "Results",
  found: (hits: number, ms: number) => `${many(hits, "passage")} in ${ms} ms`,
  repeated: "from the cache",
  more: "Show more",
  score: "Score",
  lines: (first: number, last: number) => (first === last ? `line ${first}` : `lines ${first}–${last}`),
  memory: "Memory",
  session: (name: string) => `session ${name}`,
  copyCitation: (citation: string) => `Copy the citation ${citation}`,
  why: "Why this rank?",
  whyHide: "Hide why",
  notes: {
    title: "This answer is incomplete",
    degraded,
    pending: (chunks: number) =>
      `${many(chunks, "passage")} not yet found by meaning: the vectors are being computed.`,
    failed: (documents: number) => `${many(documents, "document")} could not be indexed completely.`,
    repaired: (from: string, to: string) => `Also searched for “${to}” instead of “${from}”.`,
    didYouMean: (from: string, to: string) => `No passage has “${from}”. Did you mean “${to}”?`,
    fallback: {
      recent: "Nothing matched; these are the newest.",
      recent_session: "Nothing matched; these are the session's newest.",
    } satisfies Record<NonNullable<SearchAnswer["fallback"]>, string>,
    embedded: "No model: word statistics replace meaning.",
  },
  welcome: {
    title: "What are you looking for?",
    holds: (documents: number, chunks: number) =>
      `${many(documents, "document")} in ${many(chunks, "passage")}, each cited by its lines.`,
    examples: "A question, a few words, an identifier, or “an exact phrase” in quotes.",
    keys: "searches from anywhere on the page",
    helpKey: "shows all keys",
  },
  empty: {
    title: "Nothing is indexed yet",
    text: "Push a folder, or drop files on the index view.",
    command: "npx recall push ~/notes",
  },
  toIndex: "Open the index view",
  nothing: {
    nothing_found: {
      title: "Nothing found",
      text: "No passage contains these words or is close to them in meaning.",
    },
    nothing_relevant: {
      title: "Nothing relevant",
      text: "Some passages share words with the query, but none answers it well enough.",
    },
    skipped: { title: "No search was needed", text: "The query asks nothing that a search could answer." },
    withFilters: "Filters are on:",
  },
  stale: "Below is the last answer.",
  keys: {
    title: "Keys",
    toggle: "Use / and ? as keys of this page",
    list: [
      ["/", "go to the search box"],
      ["↓ ↑", "from result to result, and back to the box"],
      ["Enter", "in the box: search now; on a result: open it"],
      ["Esc", "close what is open, then go back to the box"],
      ["c", "copy the citation of the result"],
      ["w", "explain the rank of the result"],
      ["?", "this help"],
    ],
  },
  whyPanel: {
    label: "Why this rank",
    stack: "Where the score comes from",
    slope: "Ranks through the stages",
    slopeText: (ranks: string) => `Rank of this passage after each stage: ${ranks}`,
    table: "All stages as a table",
    columns: { stage: "Stage", rank: "Rank", score: "Score", passages: "Passages left" },
    components: {
      keyword: "Words",
      vector: "Meaning",
      entity: "Named things",
      recent: "Newest",
      rerank: "Re-ranking model",
      fuse: "Fusion",
    } as Readonly<Record<string, string>>,
    rest: (step: string) => `Stage ${step}`,
    total: "Score",
    others: "Other results",
    here: "This result",
    unranked: "not ranked",
  },
} as const;
