import { count, many } from "../components/format.ts";

/** Of many names the first ones. */
const NAMED = 5;
const some = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${count(names.length - NAMED)} more` : "");

/** Texts of pushing by drag and drop. */
export const pushStrings = {
  title: "Push files",
  explanation:
    "Drop files or a folder here. Text files are indexed; unchanged files are skipped, and nothing is deleted.",
  drop: "Drop files or a folder here",
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  root: "Name in the index",
  push: "Push",
  stop: "Stop",
  cancel: "Cancel",
  usualRoot: "uploads",
  found: (files: number) => `${many(files, "file")} to push`,
  nothing: "No files to push.",
  leftOut: (names: readonly string[]) =>
    `${count(names.length)} skipped, ignored by rules or not text: ${some(names)}`,
  convertible: (names: readonly string[]) =>
    `recall push, on the command line, converts and takes: ${some(names)}`,
  secrets: (names: readonly string[]) => `Skipped as secret by name: ${some(names)}`,
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
  redacted: (secrets: number) =>
    `${many(secrets, "secret")} not sent: a mark stands in ${secrets === 1 ? "its" : "their"} place`,
  redactedLabel: "Secrets that were not sent",
  redactedMore: (secrets: number) => `and ${count(secrets)} more`,
  failed: (files: number) => `${many(files, "file")} failed`,
  failedLabel: "Files that failed",
  stopped: "Stopped. Files already sent stay indexed; push again to continue.",
  taken: (root: string) =>
    `Another machine, folder or source fills “${root}”. Share it, or choose another name.`,
  share: "Share it",
  again: "Push more",
  refused: {
    tooLarge: (bytes: number, most: number) => `${bytes} bytes; a document has at most ${most}`,
    unreadable: "the browser could not read it",
    notText: "the text is not UTF-8: convert it first",
  },
} as const;
