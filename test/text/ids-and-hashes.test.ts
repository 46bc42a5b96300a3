import { describe, expect, it } from "vitest";
import { nextUtcMidnight, utcDay } from "../../src/text/dates/utc-day.ts";
import { fnv1a, fnv1aText, shortHash } from "../../src/text/hash.ts";
import { idsFrom, timeOfId, timeOrderedId } from "../../src/text/time-ordered-id.ts";

const NOW_MS = 1_750_000_000_123;

it("a short hash is the first half of SHA-256, of a text's UTF-8 or of bytes", async () => {
  expect(await shortHash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223");
  expect(await shortHash(new TextEncoder().encode("é"))).toBe(await shortHash("é"));
});

it("FNV-1a is that of its authors, of a part of a text too", () => {
  expect([fnv1a([]), fnv1a([97])]).toEqual([0x811c9dc5, 0xe40c292c]);
  expect(fnv1a(new TextEncoder().encode("foobar"))).toBe(0xbf9cf968);
  expect(fnv1aText("xfoobary", 1, 7)).toBe(0xbf9cf968);
});

describe("an id in order of time", () => {
  it("is a UUID of version 7 that tells its millisecond", () => {
    const id = timeOrderedId(NOW_MS);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timeOfId(id)).toBe(NOW_MS);
    expect(timeOrderedId(NOW_MS)).not.toBe(id);
  });

  it("is not less than what ids of its millisecond begin with, and less than the next one's", () => {
    const id = timeOrderedId(NOW_MS);
    expect(idsFrom(NOW_MS)).toBe("01977420-dc7b");
    expect(id >= idsFrom(NOW_MS) && id < idsFrom(NOW_MS + 1)).toBe(true);
    expect(idsFrom(0) < idsFrom(1) && idsFrom(0xffff) < idsFrom(0x10000)).toBe(true);
    expect([idsFrom(-5), idsFrom(1.9)]).toEqual(["00000000-0000", "00000000-0001"]);
  });
});

it("a day ends at midnight UTC, also at the end of a month and of a year", () => {
  const at = (text: string) => Date.parse(text);
  expect(utcDay(at("2026-06-01T23:59:59.999Z"))).toBe("2026-06-01");
  expect(nextUtcMidnight(at("2026-06-01T00:00:00Z"))).toBe(at("2026-06-02T00:00:00Z"));
  expect(nextUtcMidnight(at("2026-06-30T23:59:59.999Z"))).toBe(at("2026-07-01T00:00:00Z"));
  expect(nextUtcMidnight(at("2026-12-31T12:00:00Z"))).toBe(at("2027-01-01T00:00:00Z"));
});
