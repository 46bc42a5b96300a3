/** Texts of signing in and out. */
export const signInStrings = {
  explanation:
    "Paste a workspace token. It is sent to this server only. Unless you stay signed in, this tab keeps it, and drops it when you close the tab.",
  label: "Token",
  stay: "Stay signed in on this browser for 30 days",
  tabOnly: "This browser keeps no cookie of this server: you are signed in in this tab only.",
  button: "Sign in",
  empty: "Type a token.",
  spaced: "A token has no spaces.",
  checking: "Signing in …",
  howTo: "To create a token, run",
  command: "npx recall token create --scope read",
  ended: "The token is no longer valid. Sign in again.",
  out: "Sign out",
  workspace: "Workspace",
  scope: (scope: string) => `${scope} token`,
  linkRefused: (message: string) => `The link's token was refused; you stay signed in: ${message}`,
  linkUsed: "This link was used already. You are signed in.",
  linkFailed: {
    token: (message: string) => `The link's token was refused: ${message}`,
    link: (message: string) => message,
  },
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
} as const;
