import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalHash, normalText } from "../../src/memories/duplicates/same-text.ts";

describe("the normalised text", () => {
  it.each([
    ["We deploy on Fridays.", "we  deploy on\r\n fridays"],
    ["Café closes at 5", "Cafe\u0301 closes at 5!"],
    ["会议三点。", "会议三点"],
    ["\u2003Wide spaces\u00a0here ", "wide spaces here…"],
  ])("is the same for %j and %j", async (a, b) => {
    expect(normalText(a)).toBe(normalText(b));
    expect(await normalHash(a)).toBe(await normalHash(b));
  });

  it.each([
    ["a != b", "a = b"],
    ["Is it open?", "Is it open"],
    ["retries = 3", "retries = 4"],
    ["version 1.2", "version 12"],
    ["2²", "22"],
    ["-v", "v"],
  ])("tells %j from %j", async (a, b) => {
    expect(await normalHash(a)).not.toBe(await normalHash(b));
  });

  // Tried from each sign on to the end, this takes minutes.
  it("takes a text of nothing but ends of sentences, and one letter, as it is", () => {
    const text = `${".".repeat(1_000_000)}x`;
    expect(normalText(`${text}..`)).toBe(text);
  });

  it("tells texts of nothing but signs apart", async () => {
    expect(await normalHash("...")).not.toBe(await normalHash("!!!"));
  });

  it("is its own normalised text, in time that the length bounds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const normal = normalText(text);
        expect(normalText(normal)).toBe(normal);
      }),
    );
    expect(normalText(`${" .".repeat(50_000)}x`).endsWith("x")).toBe(true);
  });
});
