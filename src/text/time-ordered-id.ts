/** Hex digits of the time in front of an id: 48 bits of milliseconds. */
const TIME_DIGITS = 12;
const FIRST_GROUP = 8;

const timeDigits = (ms: number): string =>
  Math.max(0, Math.floor(ms)).toString(16).padStart(TIME_DIGITS, "0");

/** A UUID of version 7 (RFC 9562): random behind its time, so that ids in order are in order of time. */
export function timeOrderedId(nowMs: number): string {
  const random = crypto.randomUUID();
  return `${idsFrom(nowMs)}-7${random.slice(15)}`;
}

/** What ids of this millisecond begin with: no id of an earlier one is as great, none of it or a later one is less. */
export function idsFrom(ms: number): string {
  const time = timeDigits(ms);
  return `${time.slice(0, FIRST_GROUP)}-${time.slice(FIRST_GROUP)}`;
}

/** When an id was made, milliseconds since 1970. */
export const timeOfId = (id: string): number =>
  Number.parseInt(id.slice(0, FIRST_GROUP) + id.slice(FIRST_GROUP + 1, TIME_DIGITS + 1), 16);
