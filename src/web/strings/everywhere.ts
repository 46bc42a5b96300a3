import { many } from "../components/format.ts";

const isApple = (): boolean => /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** Texts of the palette. */
export const paletteStrings = {
  title: "Go to",
  open: "Go to …",
  key: isApple() ? "⌘K" : "Ctrl K",
  placeholder: "Documents, memories, people, actions",
  groups: {
    documents: "Documents",
    memories: "Memories",
    people: "People and things",
    folders: "Folders",
    actions: "Actions",
    recent: "Recent searches",
    search: "Search",
  },
  goTo: (view: string) => `Go to ${view}`,
  push: "Push files",
  agent: "Connect an agent",
  work: "What waits, and what failed",
  search: (query: string) => `Search for “${query}”`,
  documents: (number: number) => many(number, "document"),
  count: (entries: number) => many(entries, "entry").replace("entrys", "entries"),
  loading: "Documents, memories and people are still coming …",
  notLoaded: (why: string) => `Documents, memories and people could not be listed: ${why}`,
  foot: { move: "move", open: "open", close: "close" },
} as const;

/** Texts of the settings. */
export const settingsStrings = {
  title: "Settings",
  ranking: "What comes first in a search",
} as const;

/** Texts of the help on keys. */
export const keysStrings = {
  title: "Keys",
  toggle: "Use single letters, / and ? as keys of this page",
  groups: [
    {
      name: "Everywhere",
      keys: [
        [paletteStrings.key, "go to a document, a memory, a person, an action"],
        ["/", "go to the search box"],
        ["?", "these keys"],
        ["Esc", "close what is open"],
      ],
    },
    {
      name: "In a search",
      keys: [
        ["↓ ↑", "from result to result, and back to the box; j and k too"],
        ["Enter", "in the box: search and go to the first result; on a result: open it"],
        ["c", "copy the citation"],
        ["u d", "this helped, this misled"],
        ["w", "why it is there"],
        ["f", "filter"],
      ],
    },
  ],
  ofMemory: {
    list: "In the list of memories",
    one: "On a memory's page",
    contradictions: "Where memories may contradict each other",
    review: "In the review",
  },
  graph: {
    name: "On the drawing of a graph",
    keys: [
      ["← ↑ → ↓", "move it"],
      ["+ −", "zoom"],
      ["0", "show all"],
    ],
  },
} as const;
