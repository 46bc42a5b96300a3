import { AppError } from "../../errors.ts";
import { FILTER_LIMITS, type Filters } from "../contract/filters.ts";

/** Parameters of the database that a glob takes, against two of any other condition. */
const GLOB_CONDITIONS = 3;

const encoder = new TextEncoder();

const isThere = (value: unknown): boolean => value !== undefined;

/** Ends of a range, and `exists`; one value or a list is one condition. */
const testsIn = (test: unknown): number =>
  typeof test === "object" && test !== null && !Array.isArray(test)
    ? Object.values(test).filter(isThere).length
    : 1;

const globsIn = (glob: Filters["glob"]): number =>
  glob === undefined ? 0 : GLOB_CONDITIONS * [glob].flat().length;

function conditionsIn({ not, any = [], all = [], glob, metadata = {}, ...fields }: Filters): number {
  const own = Object.values(fields).filter(isThere).map(testsIn);
  const keys = Object.values(metadata).map(testsIn);
  const inside = [...(not === undefined ? [] : [not]), ...any, ...all].map(conditionsIn);
  return globsIn(glob) + [...own, ...keys, ...inside].reduce((sum, one) => sum + one, 0);
}

function depthOf({ not, any = [], all = [] }: Filters): number {
  const inside = [...(not === undefined ? [] : [not]), ...any, ...all];
  return inside.length === 0 ? 0 : 1 + Math.max(...inside.map(depthOf));
}

/** Throws `invalid_input` for filters that are larger than a search may have. */
export function checkFilterSize(filters: Filters): void {
  const sizes = [
    ["bytes", encoder.encode(JSON.stringify(filters)).length, "bytes as JSON"],
    ["depth", depthOf(filters), "of not, any and all in one another"],
    ["conditions", conditionsIn(filters), "conditions, a glob counted as three"],
  ] as const;
  for (const [limit, size, words] of sizes) {
    const allowed = FILTER_LIMITS[limit];
    if (size <= allowed) continue;
    throw new AppError(
      "invalid_input",
      `filters: at most ${allowed.toLocaleString("en")} ${words}; this has ${size}`,
      {
        details: { field: "filters", limit, allowed, size },
      },
    );
  }
}
