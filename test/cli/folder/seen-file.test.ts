import { expect, it } from "vitest";
import { isAsSeen } from "../../../src/cli/folder/seen-file.ts";

const SEEN_AT = 1_800_000_000_000;
const OLD = { size: 3, mtimeMs: SEEN_AT - 60_000, ctimeMs: SEEN_AT - 60_000 };

it("takes a file for what was seen only when size and both times are the same", () => {
  expect(isAsSeen(OLD, { ...OLD }, SEEN_AT)).toBe(true);
  for (const change of [{ size: 4 }, { mtimeMs: OLD.mtimeMs + 0.5 }, { ctimeMs: OLD.ctimeMs - 1 }])
    expect(isAsSeen(OLD, { ...OLD, ...change }, SEEN_AT), JSON.stringify(change)).toBe(false);
  expect(isAsSeen(undefined, OLD, SEEN_AT)).toBe(false);
});

it("trusts no file that was saved in the two seconds before it was seen: it may have been saved again since", () => {
  for (const name of ["mtimeMs", "ctimeMs"] as const) {
    const young = { ...OLD, [name]: SEEN_AT - 1_999 };
    expect(isAsSeen(young, young, SEEN_AT), name).toBe(false);
    const older = { ...OLD, [name]: SEEN_AT - 2_000 };
    expect(isAsSeen(older, older, SEEN_AT), name).toBe(true);
  }
});
