/** What the sample is asked first; its answer shares hardly a word with other notes. */
export const SAMPLE_QUESTION = "how are the signing keys rotated?";

/** A few notes of a team that does not exist. */
export const SAMPLE: readonly { readonly path: string; readonly text: string }[] = [
  {
    path: "runbook.md",
    text: `# Runbook

## Signing keys

The signing keys are rotated on the first Monday of each month with \`ops rotate --all\`.
The old key stays valid for seven days, so that running jobs can finish.

## When the queue is full

Stop the importer, wait until the depth is below 1,000, start it again. Tell Ada before you drop anything.
`,
  },
  {
    path: "decisions/2026-03-queue.md",
    text: `# Decision: one queue for all imports

We keep one queue and give each tenant a share of it. Three queues were tried in February: they ran empty one
after the other while the last was late. Ben disagreed, and asks to look again in a year.
`,
  },
  {
    path: "meetings/2026-04-02.md",
    text: `# Planning, 2 April

Present: Ada Okafor, Ben Sato, Chiara Rossi.

- Chiara takes over the importer from Ben.
- Releases move from Friday to Thursday.
- The budget for tests on real hardware is 400 euros a month.
`,
  },
  {
    path: "people.md",
    text: `# People

Ada Okafor leads the platform. Ben Sato wrote the importer. Chiara Rossi joined in March and works from Turin.
`,
  },
];
