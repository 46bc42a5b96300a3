import type { SearchRequest } from "../../search/contract/search.ts";
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
      filters: "More",
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
      filters: 'As JSON, such as {"metadata": {"status": "open"}}',
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
  relevance: "Relevance",
  lines: (first: number, last: number) => (first === last ? `line ${first}` : `lines ${first}–${last}`),
  memory: "Memory",
  session: (name: string) => `session ${name}`,
  copyCitation: (citation: string) => `Copy the citation ${citation}`,
  why: "Why this rank?",
  whyHide: "Hide why",
  notes: {
    title: "This answer is incomplete",
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
    skipped: "No search was needed",
    asksNothing: "The query asks nothing that a search could answer.",
    closest: "Closest, but no answer",
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
