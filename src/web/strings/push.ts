import { count, many } from "../components/format.ts";

/** Texts of pushing by drag and drop. */
export const pushStrings = {
  title: "Push files",
  explanation:
    "Drop files or a folder here. Text files are indexed; unchanged files are skipped, and nothing is deleted.",
  drop: "Drop files or a folder here",
  dropAnywhere: "Drop to push",
  mayNot: "This token may read only: it cannot push files",
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  root: "Name in the index",
  push: "Push",
  stop: "Stop",
  cancel: "Cancel",
  usualRoot: "uploads",
  found: (files: number) => `${many(files, "file")} to push`,
  nothing: "No files to push.",
  leftOut: (files: number) => `${count(files)} skipped: ignored by rules, or not text`,
  secrets: (names: readonly string[], more: number) =>
    `Skipped as secret by name: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  reading: "Reading …",
  phases: {
    reading: "Reading",
    comparing: "Comparing",
    sending: "Sending",
    done: "Done",
  },
  progress: (done: number, total: number) => `${count(done)} of ${count(total)}`,
  report: (sent: number, chunks: number, unchanged: number) =>
    `${count(sent)} sent in ${many(chunks, "passage")}, ${count(unchanged)} unchanged`,
  redacted: (secrets: number) => `${many(secrets, "secret")} not sent: a mark stands in their place`,
  redactedLabel: "Secrets that were not sent",
  redactedMore: (secrets: number) => `and ${count(secrets)} more`,
  failed: (files: number) => `${many(files, "file")} failed`,
  failedLabel: "Files that failed",
  stopped: "Stopped. Files already sent stay indexed; push again to continue.",
  taken: (root: string) => `Another machine or folder pushed “${root}”. Share it, or choose another name.`,
  share: "Share it",
  again: "Push more",
  refused: {
    tooLarge: (bytes: number, most: number) => `${bytes} bytes; a document has at most ${most}`,
    unreadable: "the browser could not read it",
    notText: "the text is not UTF-8: convert it first",
  },
} as const;
