import { graphStrings } from "./strings/graph.ts";
import { healthStrings } from "./strings/health.ts";
import { memoryStrings } from "./strings/memory.ts";
import { previewStrings } from "./strings/preview.ts";
import { pushStrings } from "./strings/push.ts";
import { searchStrings } from "./strings/search.ts";

/** Every word that the page says, in one place: a translation is another object of this shape. */
export const strings = {
  product: "edge-recall",
  tagline: "Push a folder, search it from anywhere",
  views: { search: "Search", memory: "Memory", graph: "Graph", index: "Index" },
  skip: "Skip to content",
  navigation: "Views",
  signIn: {
    title: "Sign in",
    explanation:
      "Paste a token of a workspace. It stays in this tab and goes nowhere but to this server; closing the tab forgets it.",
    label: "Token",
    button: "Sign in",
    checking: "Signing in …",
    howTo: "A token is made by",
    command: "npx recall token create --scope read",
    ended: "That token is not valid here any more. Sign in again.",
    out: "Sign out",
    workspace: "Workspace",
    scope: (scope: string) => `${scope} token`,
    linkRefused: (message: string) => `The link's token was not taken, you stay signed in: ${message}`,
    change: {
      title: "Change to another workspace?",
      here: "You are in",
      there: "The link's token is of",
      text: "After a change this tab searches there, and what you push or remember goes there.",
      no: "Stay here",
      yes: "Change",
    },
  },
  failures: {
    offline: "The server does not answer. Is it running, and are you connected?",
    page: "The page has a fault of its own; the browser's console tells more.",
    status: (status: number) => `The server answered with status ${status}`,
    part: "A part of the page could not be loaded: there is no connection, or the page was updated meanwhile.",
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
  copyFailed: "The browser does not let this page copy",
  graph: graphStrings,
  health: healthStrings,
  memory: memoryStrings,
  preview: previewStrings,
  push: pushStrings,
  search: searchStrings,
} as const;
