/** The day of an ISO time. */
export const day = (iso: string): string => iso.slice(0, "2026-01-01".length);

/** The minute of an ISO time, `2026-01-01 08:30`. */
export const minute = (iso: string): string => iso.slice(0, "2026-01-01T08:30".length).replace("T", " ");

/** The hour of an ISO time, `2026-01-01 08`. */
export const hour = (iso: string): string => iso.slice(0, "2026-01-01T08".length).replace("T", " ");

const grouped = new Intl.NumberFormat("en-US");
const KILO = 1_000;
const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** 1,234 */
export const number = (amount: number): string => grouped.format(amount);

/** 1,234 files; 1 file. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${number(amount)} ${amount === 1 ? one : many}`;

/** The first names of a list, and how many more there are. */
export function some(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return names.slice(0, most).join(", ") + more;
}

/** Decimal units, as disks and the contract's limits count. */
export function byteSize(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= KILO && unit < UNITS.length - 1) {
    amount /= KILO;
    unit++;
  }
  return `${unit === 0 ? number(amount) : amount.toFixed(1)} ${UNITS[unit]}`;
}
