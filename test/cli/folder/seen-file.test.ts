import fc from "fast-check";
import { expect, it } from "vitest";
import { asSent, isAsSeen, type SeenFile, type SeenFiles } from "../../../src/cli/folder/seen-file.ts";

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

/** What happens to a file of one size on a disk whose clock has ticks, milliseconds. */
const STEP = fc.oneof(
  fc.record({ does: fc.constant("save" as const), after: fc.integer({ min: 0, max: 5_000 }) }),
  fc.record({
    does: fc.constant("put its time back" as const),
    after: fc.integer({ min: 0, max: 3_000 }),
    by: fc.integer({ min: 0, max: 9_000 }),
  }),
  fc.record({
    does: fc.constant("push" as const),
    after: fc.integer({ min: 0, max: 5_000 }),
    // Saved while the push looks at it: before it is read, and after.
    saves: fc.tuple(fc.boolean(), fc.boolean()),
    pause: fc.integer({ min: 0, max: 40 }),
  }),
);

it("never takes a changed file for what was sent, however fine the clock of the disk and whatever time it is given", () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 4, 1_000, 2_000), fc.array(STEP, { maxLength: 30 }), (tick, steps) => {
      let now = SEEN_AT;
      let [content, mtimeMs, ctimeMs] = [0, 0, 0];
      const stamp = () => Math.floor(now / tick) * tick;
      const save = () => {
        content++;
        [mtimeMs, ctimeMs] = [stamp(), stamp()];
      };
      let noted: SeenFiles = { files: new Map(), seenAtMs: now };
      save();
      for (const step of steps) {
        now += step.after;
        if (step.does === "save") save();
        else if (step.does === "put its time back") [mtimeMs, ctimeMs] = [mtimeMs - step.by, stamp()];
        else {
          const seenAtMs = now;
          const mark = { size: 3, mtimeMs, ctimeMs };
          const known = asSent({ path: "a.md", file: "/a.md" }, mark, noted);
          if (known !== undefined) expect(known.hash).toBe(String(content));
          now += step.pause;
          if (step.saves[0]) save();
          const hash = known?.hash ?? String(content);
          now += step.pause;
          if (step.saves[1]) save();
          noted = { seenAtMs, files: new Map([["a.md", { ...mark, hash, sent: { bytes: 3 } }]]) };
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

it("tells of a file that is as it was sent what the report had to say of it", () => {
  const sent = { bytes: 5, encoding: "windows-1252", secrets: [{ kind: "password", line: 2 }] } as const;
  const found = { path: "a.md", file: "/x/a.md" };
  const seen = (more: Partial<SeenFile>): SeenFiles => ({
    seenAtMs: SEEN_AT,
    files: new Map([["a.md", { ...OLD, hash: "h", sent, ...more }]]),
  });
  expect(asSent(found, OLD, seen({}))).toEqual({ ...found, ...sent, hash: "h", mtimeMs: OLD.mtimeMs });
  expect(asSent(found, undefined, seen({}))).toBeUndefined();
  for (const more of [{ hash: null }, { sent: undefined }, { size: 4 }])
    expect(asSent(found, OLD, seen(more)), JSON.stringify(more)).toBeUndefined();
});
