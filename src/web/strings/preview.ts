import { many } from "../components/format.ts";

/** Texts of the document preview. */
export const previewStrings = {
  label: "Document",
  close: "Close the document",
  back: "Back to the results",
  rendered: "Rendered",
  source: "Source",
  mode: "Show as",
  copyCitation: "Copy the citation",
  lines: (lines: number) => many(lines, "line"),
  indexed: (when: string) => `indexed ${when}`,
  remembered: (when: string) => `remembered ${when}`,
  earlier: "Show earlier lines",
  later: "Show later lines",
  image: (text: string) => `Image${text === "" ? "" : `: ${text}`}`,
  gone: { title: "Gone", text: "The document no longer exists. It may have been deleted or renamed." },
  openMemory: "Open this memory",
  empty: "The document is empty.",
} as const;
