import { count, inWords, many } from "../components/format.ts";

/** How often something happened, in words. */
const times = (number: number): string => (number === 1 ? "once" : `${count(number)} times`);

/** A name, and how many there are where that is known. */
const counted = (name: string) => (number: number | undefined) =>
  number === undefined ? name : `${name} ${count(number)}`;

/** Texts of what is recalled and remembered over time. */
const lane = {
  of: {
    workspace: "What was remembered, and what anyone's searches recalled",
    token: "What was remembered, and what your own searches recalled",
  },
  period: "Period",
  periods: { "7d": "7 days", "30d": "30 days", "90d": "90 days", "1y": "1 year" },
  bar: {
    label: (recalled: number, remembered: number) =>
      `Over time: ${recalled} recalled, ${remembered} remembered`,
    column: (when: string, recalled: number, remembered: number) =>
      `${when}: ${recalled} recalled, ${remembered} remembered`,
    recalled: "recalled",
    remembered: "remembered",
  },
  types: "Types",
  everything: "All",
  moreFilters: "More filters",
  tag: "Tag",
  after: "From",
  before: "Before",
  today: "Today",
  yesterday: "Yesterday",
  recalled: "Recalled",
  remembered: "Remembered",
  forQuery: "for",
  hiddenQuery: "a query stored only as a hash",
  rank: (rank: number) => `result ${rank}`,
  score: "Score",
  up: "This helped",
  down: "This misled",
  events: (number: number) => many(number, "event"),
  emptyLane: {
    title: "Nothing here yet",
    text: "Memories appear here when someone remembers them, passages when a search returns them.",
  },
} as const;

/** What was done, and what could not be. */
const done = {
  undo: "Undo",
  undone: "Undone",
  remembered: "Remembered",
  known: "This was remembered already; it is counted once more",
  edited: "Saved",
  redacted: (secrets: readonly { readonly kind: string; readonly count: number }[]) =>
    `Removed before it was kept: ${secrets.map((one) => `${count(one.count)} ${inWords(one.kind)}`).join(", ")}`,
  forgotten: "Forgotten",
  broughtBack: "Restored",
  superseded: "Superseded",
  kept: "Kept; the other one is under Superseded",
  merged: "Merged",
  settled: "Both hold; nobody is asked again",
  confirmed: "Kept",
  contradicts: "It may contradict another memory.",
  decide: "Decide",
  notForgotten: (reason: string) => `Could not forget it: ${reason}`,
  notUndone: (reason: string) => `Could not undo it: ${reason}`,
  notVoted: (reason: string) => `Could not save your vote: ${reason}`,
  notDecided: (reason: string) => `Could not decide it: ${reason}`,
  notKept: (reason: string) => `Could not keep it: ${reason}`,
  notRead: (reason: string) => `Could not open it: ${reason}`,
} as const;

const dialogs = {
  form: {
    create: "New memory",
    edit: "Edit this memory",
    changedMeanwhile: (text: string) =>
      `somebody has changed it meanwhile: “${text}”. Saving again puts yours in its place`,
    text: "What is to be remembered?",
    type: "Type",
    more: "Tags, names, confidence",
    tags: "Tags, with commas",
    entities: "About: people and things, with commas",
    confidence: "Confidence, percent",
    saves: "saves",
    remember: "Remember",
    save: "Save",
    cancel: "Cancel",
    notSaved: (reason: string) => `Not saved: ${reason}`,
  },
  dialog: {
    title: "Supersede this memory",
    explanation:
      "The new text replaces it in searches and lists, with the same type, tags and session. The old text stays under Superseded.",
    label: "New text",
    save: "Supersede",
  },
  merging: {
    title: "Merge memories",
    find: "Find the memory that becomes part of it",
    into: "Into",
    other: "Becomes part of it:",
    text: "What it says from then on",
    explanation:
      "Votes, tags and counts go along, and the older texts stay in its history. This cannot be undone.",
    save: "Merge",
  },
  keeping: {
    title: "Keep this one?",
    text: "It takes the place of the other one, which leaves searches and stays under Superseded. This cannot be undone:",
    yes: "Keep this one",
    no: "Cancel",
  },
} as const;

const decisions = {
  contradictions: {
    explanation:
      "Each pair says nearly the same, and differs where it is marked. Keep one, keep both, or merge them.",
    newer: "Newer",
    older: "Older",
    keep: "Keep this one",
    both: "Both hold",
    merge: "Merge …",
    none: "Nothing to decide",
    noneText: "Memories that may contradict each other appear here, side by side.",
  },
  review: {
    explanation: "Hooks kept these from sessions without asking. Keep what holds, drop the rest.",
    keep: "Keep",
    edit: "Edit",
    drop: "Drop",
    none: "Nothing to review",
    noneText:
      "What hooks keep with --auto appears here. What waits for your word on a machine is asked about there:",
    command: "npx recall memories review",
  },
} as const;

const one = {
  back: "Memories",
  copyLink: "Copy a link to this memory",
  history: "History",
  noHistory: "It has always said this.",
  recalls: "Recalls",
  neverRecalled: { title: "No search has recalled it in this time" },
  facts: "About this memory",
  contradicts: "May contradict",
  worded: "Said before",
  superseded: "Superseded",
  superseding: "Superseded by",
  inSession: (session: string) => `session ${session}`,
  votes: { up: "It is right and helps", down: "It is wrong or misleads" },
  past: "This was superseded.",
  newer: "See what took its place",
  gone: {
    title: "This memory is not there",
    text: "It was forgotten, or never was. What was forgotten can be restored for 24 hours.",
  },
} as const;

const keys = {
  list: [
    ["j k", "move"],
    ["Enter", "open"],
    ["n", "new"],
    ["e", "edit"],
    ["#", "forget"],
    ["f", "find"],
  ],
  reading: [
    ["j k", "move"],
    ["Enter", "open"],
    ["f", "find"],
  ],
  forgotten: [
    ["j k", "move"],
    ["f", "find"],
  ],
  past: [["Esc", "back"]],
  one: [
    ["e", "edit"],
    ["s", "supersede"],
    ["m", "merge"],
    ["#", "forget"],
    ["u d", "helps, misleads"],
    ["Esc", "back"],
  ],
  contradictions: [
    ["j k", "move"],
    ["1 2", "keep the first, the second"],
    ["b", "both hold"],
    ["m", "merge"],
  ],
  review: [
    ["k", "keep"],
    ["e", "edit"],
    ["d", "drop"],
    ["↓ ↑", "move"],
  ],
} as const;

/** Texts of the memory view. */
export const memoryStrings = {
  ...lane,
  ...done,
  ...dialogs,
  ...decisions,
  one,
  keys,
  title: "Memories",
  memory: "Memory",
  show: "Show",
  tabs: { memories: "Memories", recalls: "Recalls", contradictions: "Contradictions", review: "Review" },
  find: "Find a memory",
  filters: "Filter",
  type: "Type",
  everyType: "Every type",
  state: "State",
  states: { live: counted("Live"), superseded: counted("Superseded"), forgotten: counted("Forgotten") },
  order: "Order",
  sorts: {
    newest: "Recent first",
    recalled: "Most recalled",
    observed: "Most often said",
    importance: "Most important",
    created: "Newest",
    oldest: "Oldest",
  },
  removeFilter: (name: string, value: string) => `Remove the filter ${name} ${value}`,
  clear: "Clear filters",
  create: "New memory",
  edit: "Edit",
  forget: "Forget",
  supersede: "Supersede",
  merge: "Merge …",
  bringBack: "Restore",
  more: "Show more",
  session: "Session",
  source: "Source",
  tags: "Tags",
  about: "About",
  since: "Since",
  lastSaid: "Last said",
  observed: "Said",
  importance: "Importance",
  confidence: "Confidence",
  votes: "Votes",
  quality: "Quality by votes",
  upAndDown: (up: number, down: number) => `${up} up, ${down} down`,
  times: (number: number) => `observed ${times(number)}`,
  timesSaid: (number: number) => `${count(number)} times`,
  timesShort: (number: number) => `said ×${count(number)}`,
  recalledTimes: (number: number) => `recalled ${times(number)} in the newest searches`,
  recalledShort: (number: number) => `recalled ×${count(number)}`,
  votedUp: (number: number) => `${times(number)} helpful`,
  votedDown: (number: number) => `${times(number)} misleading`,
  sure: (share: string) => `${share} sure`,
  mayContradict: (number: number) => `may contradict ${number === 1 ? "another" : number}`,
  isSuperseding: "Supersedes an older memory",
  empty: {
    title: "Nothing is remembered",
    text: "Write the first memory here, or let an agent or the command line do it.",
    command: 'npx recall remember "We deploy on Thursdays" --type decision',
  },
  emptyByFilters: { title: "Nothing matches these filters" },
  past: {
    forgotten: "Forgotten memories can be restored for 24 hours.",
    superseded: "A newer memory replaced each of these.",
    empty: {
      forgotten: "Nothing was forgotten in the last 24 hours",
      superseded: "No memory was superseded",
    },
  },
} as const;
