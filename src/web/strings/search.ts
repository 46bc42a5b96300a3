import type { SearchRequest } from "../../search/contract/search.ts";
import { many } from "../components/format.ts";

type Profile = SearchRequest["profile"];

/** What each way of ranking does; the compiler reports a missing one. */
const profiles: Readonly<Record<Profile, string>> = {
  edge: "What answers best, by words and by meaning",
  latest: "What answers best, and of equals the newest",
  openclaw: "Meaning first, words second",
  lancedb: "Meaning first, then what is new and important",
  "code-memory": "What is nearest in meaning, the new before the old",
  dual: "What names the same things, or means the same",
  keyword: "Words alone",
  vector: "Meaning alone",
};

/** Texts of the search view. */
export const searchStrings = {
  title: "Search",
  box: "Search notes, code, memories",
  profile: "Ranking",
  profiles,
  filters: {
    button: "Filter",
    label: "Filters",
    on: "Filters that are on",
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
    wrong: {
      filters: "This is no JSON object in braces",
      language: "A language has letters, digits, +, # and -, at most 32, and no spaces",
      type: "A type begins with a letter and has letters, digits and underscores, at most 40",
      date: "“From” is not earlier than “Before”: no day is between them",
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
  moreOf: (passages: number) => `${many(passages, "more passage")} of this document`,
  relevance: "Relevance",
  lines: (first: number, last: number, columns?: readonly [number, number]) =>
    (first === last ? `line ${first}` : `lines ${first}–${last}`) +
    (columns === undefined ? "" : `, columns ${columns.filter(Number.isFinite).join("–")}`),
  memory: "Memory",
  session: (name: string) => `session ${name}`,
  votes: { up: "This helped", down: "This misled" },
  notVoted: (reason: string) => `Could not save your vote: ${reason}`,
  copyCitation: (citation: string) => `Copy the citation ${citation}`,
  why: "Why is this here?",
  whyHide: "Hide why",
  notes: {
    title: "This answer is incomplete",
  },
  home: {
    recent: "Recent searches",
    holds: (documents: string, passages: string) => `${documents} in ${passages}, each cited by its lines.`,
    examples: "Ask a question, type a few words, an identifier, or “an exact phrase” in quotes.",
    keys: "All keys",
    noModel: "No model is set up: meaning is judged from word statistics alone.",
  },
  nothing: {
    skipped: "No search was needed",
    asksNothing: "The query asks nothing that a search could answer.",
    closest: "Closest:",
    withFilters: "Filters are on:",
    hint: "Try fewer words, other ones, or a part of a name.",
    usual: "Rank as usual",
  },
  stale: "Below is the last answer.",
} as const;
