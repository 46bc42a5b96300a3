import { z } from "@hono/zod-openapi";
import { DAY_MS, HOUR_MS } from "../config.ts";

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

/** What a memory, last observed at `own` (milliseconds), says of one that it may contradict: one line, the same everywhere. */
export function mayContradict(own: number, { id, lastObserved }: Rival): MayContradict {
  const later = lastObserved - own;
  const long = span(Math.abs(later));
  const when =
    long === undefined ? "at the same time" : later > 0 ? `newer, ${long} later` : `older, ${long} earlier`;
  return {
    id,
    date: new Date(lastObserved).toISOString(),
    words: `may contradict ${id.slice(0, SHORT_ID)}, ${when}`,
  };
}

/** Each one's id and when it was last observed, as the database lists them. */
export type RivalRows = readonly (readonly [id: string, lastObserved: number])[];

/** The same of several. */
export const mayContradictAll = (own: number, rivals: RivalRows): MayContradict[] =>
  rivals.map(([id, lastObserved]) => mayContradict(own, { id, lastObserved }));

/** What an item of a list has of them, from the database's JSON; nothing where there are none. */
export const withRivals = (own: number, rivals: string | null): { mayContradict?: MayContradict[] } =>
  rivals === null ? {} : { mayContradict: mayContradictAll(own, JSON.parse(rivals) as RivalRows) };

/** The field of such an item. */
export const RIVALS_SHAPE = {
  mayContradict: z.array(MayContradict).optional().describe("Left out where there is nothing"),
};
