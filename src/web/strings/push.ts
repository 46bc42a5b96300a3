const passages = (count: number): string =>
  count === 1 ? "1 passage" : `${count.toLocaleString("en")} passages`;

/** The words of pushing by drag and drop. */
export const pushStrings = {
  title: "Push files",
  explanation:
    "Drop files or a folder here. Texts are indexed; what is unchanged is not sent again, and nothing is ever deleted.",
  drop: "Drop files or a folder here",
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  root: "Name in the index",
  push: "Push",
  stop: "Stop",
  cancel: "Cancel",
  usualRoot: "uploads",
  found: (files: number) => (files === 1 ? "1 file to push" : `${files.toLocaleString("en")} files to push`),
  nothing: "There is nothing in it that can be pushed.",
  leftOut: (count: number) => `${count.toLocaleString("en")} left out by rules or because they are no texts`,
  secrets: (names: readonly string[], more: number) =>
    `Left out because the name says it is secret: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  reading: "Looking …",
  phases: {
    reading: "Reading",
    comparing: "Asking what is new",
    sending: "Sending",
    done: "Done",
  },
  progress: (done: number, total: number) => `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  report: (sent: number, chunks: number, unchanged: number) =>
    `${sent.toLocaleString("en")} sent in ${passages(chunks)}, ${unchanged.toLocaleString("en")} unchanged`,
  failed: (count: number) => (count === 1 ? "1 file was not taken" : `${count} files were not taken`),
  failedLabel: "Files that were not taken",
  stopped: "Stopped. What was sent stays; push again to go on.",
  taken: (root: string) => `Another machine or folder pushed “${root}”. Share it, or give this another name.`,
  share: "Share it",
  again: "Push something else",
  refused: {
    tooLarge: (bytes: number, most: number) => `${bytes} bytes; a document has at most ${most}`,
    unreadable: "the browser could not read it",
    notText: "the text is not UTF-8: convert it first",
  },
} as const;
