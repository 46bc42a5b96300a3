import { DAY_MS } from "../../../config.ts";
import { localName, readMarkup } from "../../../text/markup/markup.ts";

/** Formats that every workbook has without naming them: dates and times. */
const BUILT_IN = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);
/** Days from the beginning that serial numbers count from to 1970. */
const EPOCH_DAYS = 25_569;
/** The year 9999. */
const MAX_SERIAL = 2_958_465;

/** A format shows days or years outside of its literal texts and colours. */
const isDateFormat = (code: string): boolean => /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));

/** Numbers of the cell styles that show a number as a date. */
export function dateStyles(xml: string): ReadonlySet<number> {
  const formats = new Set(BUILT_IN);
  const styles = new Set<number>();
  let isCell = false;
  let count = 0;
  readMarkup(xml, {
    open(tag, { numFmtId: id = "", formatCode: code = "" }) {
      const name = localName(tag);
      if (name === "numFmt" && isDateFormat(code)) formats.add(Number(id));
      if (name === "cellXfs") isCell = true;
      if (name === "xf" && isCell && formats.has(Number(id))) styles.add(count);
      if (name === "xf" && isCell) count++;
    },
    close(tag) {
      if (localName(tag) === "cellXfs") isCell = false;
    },
  });
  return styles;
}

/** `2024-03-01`, with the time where there is one; undefined: no date is stored so. */
export function serialDate(serial: number): string | undefined {
  if (!(serial >= 1 && serial <= MAX_SERIAL)) return undefined;
  const iso = new Date(Math.round((serial - EPOCH_DAYS) * DAY_MS)).toISOString();
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");
}
