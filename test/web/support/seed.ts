import { REVIEW_TAG } from "../../../src/config.ts";
import { shortHash } from "../../../src/text/hash.ts";
import type { Site } from "./site.ts";

/** A small team's notes: enough for every view to have something to show. */
export const NOTES: Readonly<Record<string, string>> = {
  "runbook.md": `# Runbook

## Signing keys

Keys are rotated on the first Monday of each month with \`ops rotate --all\`.
The old key stays valid for seven days, so that running jobs can finish.

If a key leaks, revoke it at once and tell the on-call engineer, Ana López.

## Backups

Snapshots are taken every night at 02:00 and kept for thirty days.
Restore one with \`ops restore --from 2026-03-11\`; it takes about ten minutes.
`,
  "people.md": `# People

Ana López works at Kestrel Labs and leads the Heron project.
Ben Okafor works at Kestrel Labs. Ben Okafor maintains the retry queue.
Mira Tanaka works at Harbour Systems and leads Project Beacon.
`,
  "teams.md": `# Teams

Noor Haddad works at Harbour Systems. Noor Haddad leads Lantern.
Tomás Rey works at Kestrel Labs. Tomás Rey owns Lantern.
Lena Vogt works at Northlight Survey and leads Tidewatch.
Tidewatch depends on Beacon. Lantern depends on Heron.
Mira Tanaka manages Noor Haddad. Ana López manages Tomás Rey.
`,
  "projects/heron.md": `# Heron

Heron is the survey pipeline. It depends on Beacon for tide tables.
Ana López owns Heron; Ben Okafor reviews every release of Heron.

| stage | owner | target |
|---|---|---|
| import | Ana López | 2026-12-01 |
| tiles | Ben Okafor | 2027-01-15 |
`,
  "projects/beacon.md": `# Beacon

Beacon serves tide tables to Heron and to the harbour office.
Mira Tanaka owns Beacon. See [Heron](heron.md).
`,
  "decisions/2026-03-queue.md": `# Queue

2026-03-02: failed jobs are tried eight times, then parked.
2026-03-19: parked jobs are kept for thirty days, not seven.
`,
  "src/retry.ts": `/** How often a failed job is tried again before it is parked. */
export const MAX_ATTEMPTS = 8;

/** Milliseconds before the next try: doubles each time, with jitter. */
export function nextDelay(attempt: number, random: number): number {
  return 2_000 * 2 ** attempt * (0.5 + random / 2);
}
`,
};

const MEMORIES = [
  {
    text: "We deploy on Thursdays, never on a Friday",
    type: "decision",
    tags: ["release"],
    session: "s-42",
    entities: ["Ana López"],
  },
  {
    text: "Ana López prefers short release notes with links to the diffs",
    type: "preference",
    session: "s-42",
  },
  {
    text: "The harbour office reads tide tables at 05:30, so Beacon must be up by then",
    type: "fact",
    tags: ["beacon"],
  },
  {
    text: "Rotating keys by hand took an hour because two jobs still held the old one",
    type: "learning",
    tags: ["keys", "incident"],
  },
  { text: "Ben Okafor will write the retry runbook by the end of November", type: "commitment" },
  {
    text: "Backups: the restore test of October took nine minutes",
    type: "insight",
    tags: ["backups"],
    session: "s-43",
  },
] as const;

const DAY_MS = 86_400_000;

/** Days ago, type and text. */
const EARLIER = [
  [2, "decision", "Parked jobs are kept for thirty days"],
  [2, "learning", "Retrying the tile job twice hides the real error"],
  [3, "fact", "The survey boat has no network beyond the second buoy"],
  [5, "insight", "Most searches on Mondays are about the rota"],
  [8, "preference", "Mira Tanaka wants tide times in UTC"],
  [8, "workflow_note", "Run the tile check before tagging a release"],
  [9, "decision", "Tile exports are written as GeoPackage"],
  [12, "correction", "The tide gauge at the north quay reads 4 cm too high"],
  [15, "learning", "Snapshots restore twice as fast without the audit table"],
  [16, "fact", "Harbour Systems rotates its on-call every fortnight"],
  [16, "gap", "Nobody knows who renews the buoy licence"],
  [21, "decision", "Old survey tiles move to cold storage after a year"],
  [26, "insight", "Two thirds of failed imports come from one sensor"],
] as const;

/** What was remembered before today, as an export of another server has it. */
async function takeInEarlier({ call }: Site): Promise<void> {
  const records = await Promise.all(
    EARLIER.map(async ([days, memoryType, text]) => {
      const hash = await shortHash(text);
      const at = Date.now() - days * DAY_MS;
      return {
        ...{ type: "memory", id: hash, text, hash, memoryType, state: "live" },
        ...{ importance: 0.7, priority: 3, confidence: 0.7, timesObserved: 1 },
        ...{ firstObserved: at, lastObserved: at, leftAt: null, session: null, source: null },
        ...{ tags: [], entities: [], metadata: {}, supersedes: null, supersededBy: null },
      };
    }),
  );
  await call("POST", "/v1/import", { identity: "none", merge: true, records });
}

const QUERIES = [
  "when are the keys rotated?",
  "when do we deploy?",
  "who owns Heron?",
  "how long are snapshots kept?",
  "tide tables at the harbour office",
  "when are the keys rotated?",
] as const;
/** Nothing of the notes answers these. */
const VAIN = ["quarterly revenue zeppelin", "quarterly revenue zeppelin", "xylophone tuning"] as const;

interface Found {
  readonly recallId: string;
  readonly hits: readonly { readonly id: string }[];
}

/** Memories of a month, searches with votes; two memories that contradict each other, one to review, one superseded and one forgotten. */
export async function seed(site: Site): Promise<void> {
  await takeInEarlier(site);
  const { call } = site;
  const remember = async (body: object): Promise<string> =>
    (await call<{ memory: { id: string } }>("POST", "/v1/memories", body)).memory.id;
  const ids: string[] = [];
  for (const memory of MEMORIES) ids.push(await remember(memory));
  await remember({ text: "The tide gauge at the north quay reads 2 cm too high", type: "correction" });
  await remember({
    text: "Mira Tanaka wants the rota of Harbour Systems by Wednesday",
    ...{ type: "commitment", tags: ["project:tides", REVIEW_TAG], session: "s-44" },
    source: "claude-code, session s-44, line 212, said by the person",
  });
  await remember({ text: "We deploy on Thursdays after the stand-up", type: "decision", supersedes: ids[0] });
  await call("DELETE", `/v1/memories/${await remember({ text: "The old office had a green door" })}`);
  const found: Found[] = [];
  for (const query of QUERIES) found.push(await call("POST", "/v1/search", { query, session: "s-42" }));
  for (const query of VAIN) await call("POST", "/v1/search", { query, profile: "keyword" });
  const [first, second] = found;
  if (first === undefined || second === undefined) throw new Error("nothing was found to vote on");
  await call("POST", "/v1/feedback", { recallId: first.recallId, chunk: 1, value: "up", note: "Right." });
  await call("POST", "/v1/feedback", { recallId: second.recallId, chunk: 1, value: "down" });
}
