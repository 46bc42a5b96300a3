import { describe, expect, it } from "vitest";
import type { GraphAnswer, OverviewAnswer } from "../../../../../src/graph/contract.ts";
import {
  grown,
  neighboursIn,
  overviewPicture,
  pictureOf,
} from "../../../../../src/web/views/graph/picture/picture.ts";
import { pictureOfText, relation } from "./pictures.ts";

const entity = (slug: string, distance = 1, mentions = 1): GraphAnswer["entities"][number] => ({
  ...{ slug, name: slug, type: "person", aliases: [], mentions, manual: false },
  ...{ distance, citations: [] },
});

const graphOf = (
  entities: readonly GraphAnswer["entities"][number][],
  relations: readonly GraphAnswer["relations"][number][] = [],
): GraphAnswer => ({
  ...{ start: "names", truncated: false, version: 1 },
  entities: [...entities],
  relations: [...relations],
});

describe("a picture", () => {
  it("has the start first, then the nearest and most mentioned, and edges between what is there", () => {
    const relations = [
      relation("a", "b"),
      relation("b", "gone"),
      relation("a", "a"),
      relation("b", "c", "named_with"),
    ];
    const picture = pictureOf(graphOf([entity("c", 1, 2), entity("b", 1, 9), entity("a", 0)], relations));
    expect(picture.nodes.map(({ slug, isStart }) => [slug, isStart])).toEqual([
      ["a", true],
      ["b", false],
      ["c", false],
    ]);
    expect(picture.edges).toEqual([
      { from: "a", to: "b", relation: relations[0] },
      { from: "b", to: "c", relation: undefined },
    ]);
  });

  it("of the overview has no start, and edges that nothing states", () => {
    const answer = {
      entities: [entity("a"), entity("b")],
      links: [{ from: "a", to: "b", passages: 3 }],
    } as unknown as OverviewAnswer;
    const { nodes, edges } = overviewPicture(answer);
    expect([nodes.map(({ isStart }) => isStart), edges]).toEqual([
      [false, false],
      [{ from: "a", to: "b", relation: undefined }],
    ]);
  });

  it("grows by what is new, in the order it had, with each edge once", () => {
    const first = pictureOf(graphOf([entity("a", 0), entity("b")], [relation("a", "b")]));
    const more = graphOf(
      [entity("b", 0), entity("a"), entity("c")],
      [relation("a", "b"), relation("b", "c"), relation("a", "b", "likes")],
    );
    const picture = grown(first, more);
    expect(picture.nodes.map(({ slug, isStart }) => [slug, isStart])).toEqual([
      ["a", true],
      ["b", false],
      ["c", false],
    ]);
    expect(picture.edges.map(({ from, to, relation: said }) => `${from} ${said?.type} ${to}`)).toEqual([
      "a knows b",
      "b knows c",
      "a likes b",
    ]);
    expect(grown(picture, more)).toEqual(picture);
  });

  it("tells what each node has an edge to", () => {
    const near = neighboursIn(pictureOfText("a b c", "a-b b>a"));
    expect([...near].map(([slug, others]) => [slug, [...others]])).toEqual([
      ["a", ["b"]],
      ["b", ["a"]],
      ["c", []],
    ]);
  });
});
