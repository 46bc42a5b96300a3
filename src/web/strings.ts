import { graphStrings } from "./strings/graph.ts";
import { healthStrings } from "./strings/health.ts";
import { memoryStrings } from "./strings/memory.ts";
import { previewStrings } from "./strings/preview.ts";
import { pushStrings } from "./strings/push.ts";
import { searchStrings } from "./strings/search.ts";

/** All texts of the page in one place: a translation is another object of this shape. */
export const strings = {
  product: "edge-recall",
  tagline: "Push a folder, search it from anywhere",
  views: { search: "Search", memory: "Memory", graph: "Graph", index: "Index" },
  skip: "Skip to content",
  navigation: "Views",
  signIn: {
    explanation:
      "Paste a workspace token. This tab keeps it, sends it to this server only, and drops it when you close the tab.",
    label: "Token",
    button: "Sign in",
    checking: "Signing in …",
    howTo: "To create a token, run",
    command: "npx recall token create --scope read",
    ended: "The token is no longer valid. Sign in again.",
    out: "Sign out",
    workspace: "Workspace",
    scope: (scope: string) => `${scope} token`,
    linkRefused: (message: string) => `The link's token was refused; you stay signed in: ${message}`,
    linkFailed: (message: string) => `The link's token was refused: ${message}`,
    link: {
      title: "Sign in with this link?",
      there: "The link's token belongs to",
      text: "This tab will search, push and remember there. Sign in only if you trust whoever gave you the link.",
      no: "Do not sign in",
      yes: "Sign in with the link",
    },
    change: {
      title: "Change to another workspace?",
      here: "You are in",
      there: "The link's token belongs to",
      text: "If you change, this tab searches, pushes and remembers there.",
      no: "Stay here",
      yes: "Change",
    },
  },
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
  graph: graphStrings,
  health: healthStrings,
  memory: memoryStrings,
  preview: previewStrings,
  push: pushStrings,
  search: searchStrings,
} as const;
