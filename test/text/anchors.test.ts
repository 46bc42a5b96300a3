import fc from "fast-check";
import { expect, it } from "vitest";
import { anchorHeading, anchorIn, anchorOf, readAnchor, writeAnchor } from "../../src/text/places/anchors.ts";
import { parsePlace } from "../../src/text/places/place.ts";

it("writes any sheet's name so that a citation with it is read back", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 31 }), (name) => {
      const value = name.trim().replace(/\s+/g, " ");
      fc.pre(value !== "");
      const anchor = { kind: "sheet", value } as const;
      expect(anchorIn(anchorHeading(anchor))).toEqual(anchor);
      const written = anchorOf("a.xlsx", ["Title", anchorHeading(anchor)]);
      fc.pre(written !== undefined);
      expect(readAnchor(writeAnchor(anchor))).toEqual(anchor);
      const cited = `notes:b/a.xlsx#${writeAnchor(anchor)}`;
      expect(parsePlace(cited)).toEqual({ root: "notes", path: "b/a.xlsx", anchor: writeAnchor(anchor) });
      expect(parsePlace(`${cited},L3-L9`)).toEqual({ root: "notes", path: "b/a.xlsx", lines: "3-9" });
    }),
  );
});

it("names parts only of documents that have them", () => {
  expect(anchorOf("a.md", ["Page 3"])).toBeUndefined();
  expect(anchorOf("a.pdf", ["Slide 3"])).toBeUndefined();
  expect(anchorOf("s.srt", ["s", "Time 00:01:30"])).toEqual({ kind: "time", value: "00:01:30" });
  expect(parsePlace("s.srt#time=00:01:30")).toEqual({ path: "s.srt", anchor: "time=00:01:30" });
});

it("reads nothing else as an anchor", () => {
  for (const text of [
    "page=",
    "leaf=3",
    "page=%zz",
    "page=1 2",
    "page=%20",
    "time=soon",
    "time=1:2:3:4",
    "time=-1",
    "time=999999",
  ])
    expect(readAnchor(text)).toBeUndefined();
});

it.each(["90", "1:30", "01:30", "0:01:30", "00:01:30", "00:01:30.250"])(
  "reads %s as the time of a minute and a half",
  (written) => {
    expect(readAnchor(`time=${written}`)).toEqual({ kind: "time", value: "00:01:30" });
  },
);
