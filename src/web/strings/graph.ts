import { inWords, many } from "../components/format.ts";

/** Texts of the graph view. */
export const graphStrings = {
  title: "Graph",
  explanation: "People, projects and things that your texts name, and how they relate",
  query: "Around",
  placeholder: "A person, a project, a question …",
  draw: "Draw",
  all: "All",
  kind: "Kind",
  kinds: {
    person: "People",
    organisation: "Projects",
    place: "Places",
    code: "Code",
    link: "Links",
    other: "Other",
  },
  coloring: "Colours by",
  colorings: { kinds: "Kinds", communities: "Communities" },
  size: "Entities",
  top: (count: number) => `Top ${count}`,
  depth: "Steps",
  depths: { "1": "1 step", "2": "2 steps" },
  picture: (entities: number, relations: number) =>
    `Graph of ${entities} entities and ${relations} relations; the lists beside it hold the same. Arrow keys move it, plus and minus zoom, 0 shows all.`,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all",
  grows: "Click a name to see what is around it.",
  truncated: "The graph has more than is shown: narrow the question, or open an entity.",
  truncatedHere: "There is more around it than is shown.",
  start: {
    names: "Starts from the names in the question.",
    hits: "The question names no known entity: starts from the names in its best passages.",
    nothing: "",
  },
  entities: "Entities",
  relations: "Relations",
  relation: (from: string, type: string, to: string) => `${from} ${type.replaceAll("_", " ")} ${to}`,
  with: "with",
  community: (name: string) => `Around ${name}`,
  mentions: (count: number) => many(count, "mention"),
  /** Kind and number of mentions; that it is of no known kind says nothing. */
  whatItIs: (type: string, count: number) =>
    type === "other" ? many(count, "mention") : `${type}, ${many(count, "mention")}`,
  aliases: "Also called",
  manual: "added by hand",
  citations: "Stated in",
  noCitation: "Added by hand; no text states it.",
  facts: "What is said",
  noFacts: "No text says how it is related to others.",
  beside: "Named in the same passages",
  memories: "Memories",
  texts: "Passages",
  lately: "Latest mentions",
  remarks: "Remarks",
  named: "Named in",
  memory: (type: string) => `Memory: ${inWords(type)}`,
  noMentions: (kind: "file" | "memory", newest: number | undefined) => {
    const what = kind === "memory" ? "memory" : "passage";
    return newest === undefined
      ? `No ${what} names it.`
      : `None of its ${newest} newest mentions is a ${what}.`;
  },
  search: "Find passages",
  page: "Open its page",
  farther: "Draw more around it",
  details: "Details",
  close: "Close details",
  none: {
    title: "No entities yet",
    text: "Names in pushed files and memories become entities automatically.",
  },
  push: "Push files",
  write: "Write a memory",
  noneOfKind: { title: "None of this kind", text: "No text names one." },
  nothing: {
    title: "No known names",
    text: "Neither the question nor its best passages name a known entity.",
  },
  unknown: {
    title: "Nothing is known by this name",
    text: "It may have been merged, hidden, or its texts deleted.",
  },
  unread: {
    title: "No known names",
    text: "Texts here are not read for names: only names found before, or added by hand, are known.",
  },
  namesOff: "Texts here are not read for names.",
  more: "Show more",
  groups: {
    person: "Person",
    organisation: "Organisation, project, product",
    place: "Place",
    code: "Code and paths",
    link: "Link or ticket",
    other: "Other",
  },
} as const;
