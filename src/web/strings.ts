import { keysStrings, paletteStrings, settingsStrings } from "./strings/everywhere.ts";
import { previewStrings } from "./strings/preview.ts";
import { searchStrings } from "./strings/search.ts";
import { signInStrings } from "./strings/sign-in.ts";

/** The texts of the first load; strings/ has those of what is loaded later. A translation is other objects of this shape. */
export const strings = {
  product: "edge-recall",
  tagline: "Push a folder, search it from anywhere",
  views: { search: "Search", memory: "Memory", graph: "Graph", index: "Index" },
  skip: "Skip to content",
  navigation: "Views",
  signIn: signInStrings,
  failures: {
    offline: "The server does not answer. Is it running, and are you connected?",
    page: "The page failed; the browser's console has the details.",
    part: "A part of the page could not be loaded: the connection is down, or the page was updated.",
    title: "That did not work",
    offlineTitle: "No connection",
    retry: "Try again",
    retryAfter: (seconds: number) => `Try again in ${seconds} seconds.`,
  },
  notices: { label: "Messages", close: "Close message" },
  loading: "Loading …",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "The browser does not allow copying",
  keys: keysStrings,
  palette: paletteStrings,
  preview: previewStrings,
  drop: { anywhere: "Drop to push", mayNot: "This token may read only: it cannot push files" },
  search: searchStrings,
  settings: settingsStrings,
} as const;
