import { z } from "@hono/zod-openapi";
import { DAY_MS, HOUR_MS } from "../config.ts";
import { saidAt } from "../text/dates/stated-day.ts";

// Pure, so that every door may have it.

const SHORT_ID = 8;

export const MayContradict = z.object({
  id: z.string(),
  date: z.string().describe("When it was last observed"),
  words: z.string().meta({ examples: ["may contradict 3f2a1b9c, newer, 3 days later"] }),
});
export type MayContradict = Readonly<z.infer<typeof MayContradict>>;

/** The same for who may want to supersede it. */
export const MayContradictText = MayContradict.extend({ text: z.string().describe("Its beginning") });
export type MayContradictText = Readonly<z.infer<typeof MayContradictText>>;

/** A memory that another may contradict. */
export interface Rival {
  readonly id: string;
  /** Milliseconds. */
  readonly lastObserved: number;
  /** Its beginning. @default none is known */
  readonly text?: string;
}

/** A memory that speaks of its rivals. */
interface Own {
  /** When it was last observed, milliseconds. */
  readonly lastObserved: number;
  /** Its beginning. */
  readonly text: string;
}

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** `3 days`: whole ones of the largest unit that fits; undefined: less than a second. */
function span(ms: number): string | undefined {
  const [unit, size] = UNITS.find(([, least]) => ms >= least) ?? [];
  if (unit === undefined || size === undefined) return undefined;
  const count = Math.floor(ms / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * What a memory says of one that it may contradict: one line, the same everywhere. Newer is what was said later: on the
 * day that a text begins with, else when it was last observed.
 */
export function mayContradict(own: Own, { id, lastObserved, text = "" }: Rival): MayContradict {
  const later = saidAt(text, lastObserved) - saidAt(own.text, own.lastObserved);
  const long = span(Math.abs(later));
  const when =
    long === undefined ? "at the same time" : later > 0 ? `newer, ${long} later` : `older, ${long} earlier`;
  return {
    id,
    date: new Date(lastObserved).toISOString(),
    words: `may contradict ${id.slice(0, SHORT_ID)}, ${when}`,
  };
}

/** Each one's id, when it was last observed, its beginning, and that of the memory that it is told of: from the database. */
export type RivalRows = readonly (readonly [id: string, lastObserved: number, text: string, own: string])[];

/** The same of several; the memory that speaks was last observed at `lastObserved`, milliseconds. */
export const mayContradictAll = (lastObserved: number, rivals: RivalRows): MayContradict[] =>
  rivals.map(([id, at, text, own]) =>
    mayContradict({ lastObserved, text: own }, { id, lastObserved: at, text }),
  );

/** What an item of a list has of them, from the database's JSON; nothing where there are none. */
export const withRivals = (
  lastObserved: number,
  rivals: string | null,
): { mayContradict?: MayContradict[] } =>
  rivals === null ? {} : { mayContradict: mayContradictAll(lastObserved, JSON.parse(rivals) as RivalRows) };

/** The field of such an item. */
export const RIVALS_SHAPE = {
  mayContradict: z.array(MayContradict).optional().describe("Left out where there is nothing"),
};
