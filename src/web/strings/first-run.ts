/** Texts of the empty workspace; they are loaded with it. */
export const firstRunStrings = {
  title: "Nothing is in here yet",
  files: {
    title: "Files",
    text: "Drop files or a folder anywhere on this page, or push a folder from a terminal:",
    command: "npx recall push ~/notes",
    choose: "Choose files",
  },
  source: {
    title: "A source",
    text: "A site, a repository or a feed, which the server fetches by itself, again and again.",
    add: "Add a source",
  },
  memory: {
    title: "A memory",
    text: "A decision, a preference, something learned: in a sentence, as you would tell it.",
    write: "Write a memory",
  },
  agent: {
    title: "An agent",
    text: "It searches here, and remembers what you decide. In a terminal on its machine:",
    client: "Agent",
    command: (client: string) => `npx recall mcp install ${client} --write`,
    connector: "Or give it this address; it asks you before it connects:",
  },
  sample: {
    title: "A sample",
    text: "Four notes of a team that does not exist, to try a search on.",
    add: "Add the sample",
    added: "The sample is in the index",
    notAdded: (why: string) => `The sample could not be added: ${why}`,
    isHere: "The sample is in this workspace.",
    remove: "Remove the sample",
    removed: "The sample is removed",
    notRemoved: (why: string) => `The sample could not be removed: ${why}`,
  },
  copy: (text: string) => `Copy ${text}`,
  readOnly: "This token only reads: somebody who may write fills the workspace.",
} as const;
