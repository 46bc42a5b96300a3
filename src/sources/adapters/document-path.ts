import { DEFAULTS } from "../../config.ts";
import { hasControls } from "../../contract/common.ts";

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** What a part of a path may not be; `/` comes out of an escape. */
const cleaned = (part: string): string => {
  const clean = [...decoded(part).toWellFormed().normalize("NFC")]
    .map((character) => (hasControls(character) || "/\\".includes(character) ? "_" : character))
    .join("");
  return clean === "." || clean === ".." ? `_${clean}` : clean;
};

/** A path that a document may have, of the parts of an address or of a name; undefined: it is too long, or has no part. */
export function documentPath(path: string): string | undefined {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map(cleaned);
  const whole = parts.join("/").replace(/^([A-Za-z]):\//, "$1_/");
  return whole === "" || whole.length > DEFAULTS.maxPathChars ? undefined : whole;
}
