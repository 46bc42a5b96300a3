import { DOMAINS, type Domain, type Fact } from "./dated-facts.ts";

/** A note of the generated folder; `mtimeMs` is when it was written. */
export interface Note {
  readonly path: string;
  readonly text: string;
  readonly mtimeMs: number;
}

interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** A question as `recall eval --questions` reads it. */
export interface DatedQuestion {
  readonly id: string;
  readonly query: string;
  readonly kind: "latest" | "dated";
  readonly gold: readonly Place[];
  readonly stale: readonly Place[];
}

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2026, 0, 5);
/** Notes are written on so many days of half a year. */
const DAYS = 180;
/** A thing's fact is noted so often; the last one holds. */
const TIMES = { least: 2, most: 4 };
/** An aside is noted on so many days. */
const ASIDE_TIMES = 6;
/** When every file of the folder but the plain notes was last written to disk: a checkout says nothing of the notes' age. */
const CHECKED_OUT_MS = FIRST_DAY_MS + 200 * DAY_MS;

/** Where a note may have its date. */
const FORMS = ["path", "heading", "frontMatter", "mtime", "line"] as const;
type Form = (typeof FORMS)[number];

/** A random number from 0 to 1, the same ones for a seed. (Tommy Ettinger's mulberry32.) */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Dice {
  readonly below: (count: number) => number;
  readonly of: <Item>(items: readonly Item[]) => Item;
}

function diceOf(seed: number): Dice {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  return {
    below,
    of: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to choose from");
      return item;
    },
  };
}

/** One thing said on one day. */
interface Saying {
  readonly text: string;
  readonly day: number;
  readonly form: Form;
  readonly domain: number;
  /** Of which fact, and whether it is its newest; undefined: an aside. */
  readonly fact: { readonly id: string; readonly isNewest: boolean } | undefined;
}

const fill = (pattern: string, thing: string, value = ""): string =>
  pattern.replace("{e}", thing).replace("{v}", value);

/** Different days, oldest first. */
function daysOf(dice: Dice, count: number): readonly number[] {
  const days = new Set<number>();
  while (days.size < count) days.add(dice.below(DAYS));
  return [...days].sort((a, b) => a - b);
}

function sayingsOf(
  dice: Dice,
  { fact, thing, id, domain }: { fact: Fact; thing: string; id: string; domain: number },
) {
  const times = TIMES.least + dice.below(TIMES.most - TIMES.least + 1);
  const first = dice.below(fact.values.length);
  return daysOf(dice, times).map((day, at): Saying => {
    const value = fact.values[(first + at) % fact.values.length];
    const isNewest = at === times - 1;
    return {
      text: fill(dice.of(fact.says), thing, value),
      day,
      form: dice.of(FORMS),
      domain,
      fact: { id, isNewest },
    };
  });
}

function asidesOf(dice: Dice, { asides }: Domain, domain: number): readonly Saying[] {
  return asides.flatMap((text) =>
    daysOf(dice, ASIDE_TIMES).map(
      (day): Saying => ({ text, day, form: dice.of(FORMS), domain, fact: undefined }),
    ),
  );
}

const isoDay = (day: number): string => new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10);

/** How a form lays out what was said on a day: the file, and the lines around it. */
const LAYOUTS: Readonly<
  Record<Form, (day: number, domain: number) => { path: string; head: readonly string[]; lead: string }>
> = {
  path: (day) => ({ path: `log/${isoDay(day)}.md`, head: [`# ${isoDay(day)}`, ""], lead: "- " }),
  heading: (day, domain) => ({
    path: `journal-${domain}.md`,
    head: ["", `## ${isoDay(day)}`, ""],
    lead: "- ",
  }),
  frontMatter: (day, domain) => ({
    path: `decisions/${domain}-${day}.md`,
    head: ["---", `date: ${isoDay(day)}`, "status: accepted", "---", ""],
    lead: "",
  }),
  mtime: (day, domain) => ({
    path: `notes/${domain}-${String.fromCharCode(97 + (day % 26))}${day}.md`,
    head: [],
    lead: "",
  }),
  line: (day, domain) => ({ path: `changes-${domain}.md`, head: [], lead: `- ${isoDay(day)}: ` }),
};

interface File {
  readonly lines: string[];
  heading: string;
  readonly mtimeMs: number;
}

/** Writes all sayings, oldest first, into their files, and tells where each ended up. */
function write(sayings: readonly Saying[]): {
  files: ReadonlyMap<string, File>;
  places: ReadonlyMap<Saying, Place>;
} {
  const files = new Map<string, File>();
  const places = new Map<Saying, Place>();
  for (const saying of [...sayings].sort((a, b) => a.day - b.day)) {
    const { path, head, lead } = LAYOUTS[saying.form](saying.day, saying.domain);
    const mtimeMs = saying.form === "mtime" ? FIRST_DAY_MS + saying.day * DAY_MS : CHECKED_OUT_MS;
    const file = files.get(path) ?? { lines: [], heading: "", mtimeMs };
    const heading = head.join("\n");
    if (file.heading !== heading) file.lines.push(...head);
    file.heading = heading;
    file.lines.push(`${lead}${saying.text}`, ...(lead === "" ? [""] : []));
    files.set(path, file);
    const line = file.lines.length - (lead === "" ? 1 : 0);
    places.set(saying, { path, start: line, end: line });
  }
  return { files, places };
}

/** Every question of a domain, with the id of the fact that it asks for. */
function questionsOf({
  things,
  facts,
}: Domain): readonly { fact: Fact; thing: string; id: string; query: string }[] {
  return things.flatMap((thing) =>
    facts.flatMap((fact, at) =>
      fact.asks.map((pattern) => ({ fact, thing, id: `${thing}, fact ${at}`, query: fill(pattern, thing) })),
    ),
  );
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
/** How somebody names the month of a note. */
const IN_MONTH = ["in {m}", "in {m} 2026", "({m} 2026)"] as const;
const monthOf = (day: number): number => new Date(FIRST_DAY_MS + day * DAY_MS).getUTCMonth();

/** For each fact that has one: a question for what was noted in a month, where that is neither all nor the newest. */
function datedQuestionsOf(
  facts: readonly { id: string; query: string }[],
  sayings: readonly Saying[],
  placeOf: (saying: Saying) => readonly Place[],
): readonly Omit<DatedQuestion, "id">[] {
  const seen = new Set<string>();
  return facts.flatMap(({ id, query }, number) => {
    if (seen.has(id)) return [];
    seen.add(id);
    const all = sayings.filter(({ fact }) => fact?.id === id);
    const isAlone = ({ day }: Saying): boolean =>
      all.filter((other) => monthOf(other.day) === monthOf(day)).length === 1;
    const asked = all.find((saying) => saying.fact?.isNewest === false && isAlone(saying));
    if (asked === undefined) return [];
    const when = IN_MONTH[number % IN_MONTH.length]?.replace("{m}", MONTHS[monthOf(asked.day)] ?? "");
    return {
      query: `${query.replace(/\?$/, "")} ${when}?`,
      kind: "dated" as const,
      gold: placeOf(asked),
      stale: all.filter((saying) => saying !== asked).flatMap(placeOf),
    };
  });
}

/** A folder of dated notes in which facts supersede each other, and questions for each fact. Equal for equal seeds. */
export function datedNotes(seed: number): {
  readonly notes: readonly Note[];
  readonly questions: readonly DatedQuestion[];
} {
  const dice = diceOf(seed);
  const asked = DOMAINS.map(questionsOf);
  const sayings = DOMAINS.flatMap((domain, number) => {
    const facts = new Map(asked[number]?.map((one) => [one.id, one]));
    const said = [...facts.values()].flatMap((one) => sayingsOf(dice, { ...one, domain: number }));
    return [...said, ...asidesOf(dice, domain, number)];
  });
  const { files, places } = write(sayings);
  const placesOf = (id: string, isNewest: boolean): readonly Place[] =>
    sayings
      .filter(({ fact }) => fact?.id === id && fact.isNewest === isNewest)
      .flatMap((saying) => places.get(saying) ?? []);
  const placeOf = (saying: Saying): readonly Place[] => [places.get(saying) ?? []].flat();
  const latest = asked.flat().map(({ id, query }) => ({
    ...{ query, kind: "latest" as const },
    ...{ gold: placesOf(id, true), stale: placesOf(id, false) },
  }));
  const dated = datedQuestionsOf(asked.flat(), sayings, placeOf);
  return {
    notes: [...files].map(([path, { lines, mtimeMs }]) => ({ path, mtimeMs, text: `${lines.join("\n")}\n` })),
    questions: [...latest, ...dated].map((question, at) => ({ id: `q${at}`, ...question })),
  };
}
