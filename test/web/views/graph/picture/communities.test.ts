import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { communitiesOf } from "../../../../../src/web/views/graph/picture/communities.ts";
import type { Picture } from "../../../../../src/web/views/graph/picture/picture.ts";
import { node, pictureOfText } from "./pictures.ts";

describe("communities", () => {
  it("are nodes with more edges among them than to others", () => {
    const picture = pictureOfText("a b c d e f", "a-b b-c a-c c-d d-e e-f d-f");
    expect(communitiesOf(picture)).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it("are counted from that with the most mentions", () => {
    const picture = pictureOfText("a b c d e", "a-b b-c a-c d-e");
    const nodes = picture.nodes.map((one) => (one.slug === "e" ? node("e", { mentions: 50 }) : one));
    expect(communitiesOf({ ...picture, nodes })).toEqual([1, 1, 1, 0, 0]);
  });

  it("of what is joined to nothing are of one each", () => {
    expect(communitiesOf(pictureOfText("a b", ""))).toEqual([0, 1]);
  });

  it("join communities whose nodes alone would not move: a ring of forty is a few, not twenty pairs", () => {
    const slugs = Array.from({ length: 40 }, (_, at) => `n${at}`);
    const edges = slugs.map((slug, at) => `${slug}-n${(at + 1) % 40}`).join(" ");
    expect(new Set(communitiesOf(pictureOfText(slugs.join(" "), edges))).size).toBeLessThan(12);
  });

  it("are numbered without gaps, the same for the same picture", () => {
    const pictures = fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.array(fc.tuple(fc.nat(29), fc.nat(29)), { maxLength: 60 }))
      .map(
        ([size, pairs]): Picture => ({
          nodes: Array.from({ length: size }, (_, at) => node(`n${at}`)),
          edges: pairs
            .filter(([from, to]) => from < size && to < size && from !== to)
            .map(([from, to]) => ({ from: `n${from}`, to: `n${to}`, relation: undefined })),
        }),
      );
    fc.assert(
      fc.property(pictures, (picture) => {
        const communities = communitiesOf(picture);
        expect(communities).toHaveLength(picture.nodes.length);
        const numbers = [...new Set(communities)].toSorted((a, b) => a - b);
        expect(numbers).toEqual(numbers.map((_, at) => at));
        expect(communitiesOf(picture)).toEqual(communities);
      }),
    );
  });
});
