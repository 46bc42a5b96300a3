import type { GraphAnswer, OverviewAnswer } from "../../../src/graph/contract.ts";

const TYPES = ["person", "organisation", "place", "code", "ticket", "concept"];

/** A made-up graph: a tree in which every node has a few others, and cross relations; the same each time. */
export function largeGraph(size: number): GraphAnswer {
  const slug = (at: number): string => `entity-${at}`;
  const said = { manual: false, citations: [] };
  const entities = Array.from({ length: size }, (_, at) => ({
    ...{ slug: slug(at), name: `Entity ${at}`, type: TYPES[at % TYPES.length] ?? "other" },
    ...{ aliases: [], mentions: 1 + (at % 17), manual: false, citations: [] },
    distance: at === 0 ? 0 : 1 + Math.floor(Math.log2(at) / 3),
  }));
  const tree = Array.from({ length: size - 1 }, (_, at) => ({
    ...{ from: slug(Math.floor(at / 7)), to: slug(at + 1), type: "knows" },
    ...said,
  }));
  const cross = Array.from({ length: Math.floor(size * 0.3) + 1 }, (_, at) => ({
    ...{ from: slug((at * 37) % size), to: slug((at * 101 + 13) % size), type: "names" },
    ...said,
  }));
  return { start: "names", entities, relations: [...tree, ...cross], truncated: false, version: 1 };
}

/** The same as an overview. */
export function largeOverview(size: number): OverviewAnswer {
  const { entities, relations } = largeGraph(size);
  return {
    entities: entities.map(({ distance: _, citations: __, ...entity }) => entity),
    links: relations.map(({ from, to }) => ({ from, to, passages: 1 })),
    ...{ truncated: false, version: 1 },
  };
}
