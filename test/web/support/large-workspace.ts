import { shortHash } from "../../../src/text/hash.ts";
import type { Site } from "./site.ts";

/** Asks the API as the workspace's admin; throws for every answer but a success. */
type Call = Site["call"];

const GIVEN = "Ana Ben Mira Noor Tomás Lena Yusuf Chiara Ada Omar Ingrid Pavel".split(" ");
const FAMILY = "López Okafor Tanaka Haddad Rey Vogt Sato Rossi Lindqvist Novák".split(" ");
const PLACES = [
  "Kestrel Labs",
  "Harbour Systems",
  "Northlight Survey",
  "Meridian Tidal Instruments",
] as const;
const PROJECTS = "Heron Beacon Lantern Tidewatch Osprey Compass Anchorage Longshore".split(" ");
const LONG_NAME = "the-minutes-of-the-quarterly-meeting-of-the-working-group-on-tide-gauges-and-buoys";
const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

const pick = <One>(list: readonly One[], at: number): One => list[at % list.length] as One;
const personAt = (at: number): string => `${pick(GIVEN, at)} ${pick(FAMILY, at * 7 + (at >> 2))}`;

const PLAIN = (at: number): string => {
  const [one, other] = [personAt(at), personAt(at + 5)];
  const [place, project, next] = [pick(PLACES, at), pick(PROJECTS, at), pick(PROJECTS, at + 3)];
  return `# ${project}, week ${at + 1}

${one} works at ${place} and leads ${project}. ${other} maintains the **retry queue** of ${project}.

- ${project} depends on ${next}; see [the notes](week-${at}.md) and \`ops rotate --week ${at}\`.
- ${one} manages ${other}.

| stage | owner | target |
|---|---|---|
| import | ${one} | 2026-12-${String((at % 28) + 1).padStart(2, "0")} |

## Signing keys

Keys of ${project} are rotated on the first Monday, the old key stays valid for ${(at % 9) + 2} days.
`;
};

const ARABIC = `# محضر الاجتماع

قالت آنا لوبيز إن مفاتيح Heron تُدوَّر كل شهر بالأمر \`ops rotate --all\`.

- يبقى المفتاح القديم صالحًا سبعة أيام.
`;
const HEBREW = `# סיכום פגישה

המפתחות של Beacon מוחלפים בכל חודש; המפתח הישן תקף שבעה ימים.
`;

const WEEKS = 260;
/** Where documents stand: their folder's name, how many of the plain ones, and what else. */
const ROOTS = [
  {
    root: "handbook",
    from: 0,
    to: 180,
    more: [
      ["עברית/פגישה.md", HEBREW],
      ["عربي/اجتماع.md", ARABIC],
    ],
  },
  {
    root: "archive-of-everything-the-survey-team-wrote-since-2019",
    ...{ from: 180, to: WEEKS },
    more: [
      [`${LONG_NAME}/${LONG_NAME}-${LONG_NAME}.md`, `# ${LONG_WORD}\n\nKeys are rotated by ${LONG_WORD}.\n`],
    ],
  },
  {
    root: "code",
    ...{ from: 0, to: 0 },
    more: Array.from({ length: 12 }, (_, at) => [
      `src/${pick(PROJECTS, at).toLowerCase()}/rotate-keys-${at}.ts`,
      `/** Rotates the keys of ${pick(PROJECTS, at)}. */\nexport function rotateKeys${at}(days = ${at + 1}): number {\n  return days * 86_400_000;\n}\n`,
    ]),
  },
] as const;

async function pushAll(call: Call): Promise<void> {
  for (const { root, from, to, more } of ROOTS) {
    const weeks = Array.from({ length: to - from }, (_, at) => ({
      path: `weeks/week-${from + at + 1}.md`,
      text: PLAIN(from + at),
    }));
    const documents = [...weeks, ...more.map(([path = "", text = ""]) => ({ path, text }))];
    for (let at = 0; at < documents.length; at += 40)
      await call("POST", `/v1/documents?root=${root}`, documents.slice(at, at + 40));
  }
}

const TYPES = ["decision", "preference", "fact", "learning", "insight", "commitment", "correction"] as const;
const MEMORIES = 400;
const DAY_MS = 86_400_000;

const textAt = (at: number): string => {
  const [person, project] = [personAt(at), pick(PROJECTS, at)];
  if (at % 40 === 3) return `قررنا تدوير مفاتيح ${project} كل شهر، والمسؤولة ${person}، رقم ${at}`;
  if (at % 40 === 5) return `${LONG_WORD}${at} is what ${person} calls ${project}`;
  if (at % 40 === 7)
    return `${person} said of ${project}:\n\n1. **never** deploy on a Friday\n2. keep \`ops rotate\` at hand\n3. see [the runbook](runbook.md)\n\n${"The reasons are many, and each was found by hand. ".repeat(9)}${at}`;
  return `${person} wants the ${pick(["rota", "tide tables", "release notes", "survey tiles"], at)} of ${project} by week ${at}`;
};

async function rememberAll(call: Call): Promise<void> {
  const records = await Promise.all(
    Array.from({ length: MEMORIES }, async (_, at) => {
      const text = textAt(at);
      const hash = await shortHash(text);
      const said = Date.now() - Math.floor(at / 5) * DAY_MS;
      return {
        ...{ type: "memory", id: hash, text, hash, memoryType: pick(TYPES, at), state: "live" },
        ...{ importance: (at % 10) / 10, priority: 3, confidence: 0.5 + (at % 5) / 10 },
        ...{ timesObserved: 1 + (at % 3), firstObserved: said, lastObserved: said, leftAt: null },
        session: at % 4 === 0 ? `session-of-a-very-long-name-2026-11-${at}` : null,
        source: at % 6 === 0 ? `claude-code, session ${at}, line 212, said by the person` : null,
        tags: at % 5 === 0 ? ["release", "keys", "project:tides", `tag-${at % 17}`] : [],
        ...{ entities: [personAt(at)], metadata: {}, supersedes: null, supersededBy: null },
      };
    }),
  );
  for (let at = 0; at < records.length; at += 100)
    await call("POST", "/v1/import", { identity: "none", merge: true, records: records.slice(at, at + 100) });
}

/** Fills a workspace with hundreds of documents, memories and names: long ones, and ones that run right to left. */
export async function fillLarge(call: Call): Promise<void> {
  await pushAll(call);
  await rememberAll(call);
  for (let at = 0; at < 30; at++)
    await call("POST", "/v1/search", { query: `what does ${personAt(at)} want of ${pick(PROJECTS, at)}?` });
}
