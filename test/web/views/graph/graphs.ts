import type { EntityAnswer, GraphAnswer } from "../../../../src/graph/contract.ts";

type Entity = GraphAnswer["entities"][number];
type Relation = GraphAnswer["relations"][number];

export const entity = (slug: string, more: Partial<Entity> = {}): Entity => ({
  ...{ slug, name: slug.toUpperCase(), type: "person", aliases: [], mentions: 1, manual: false },
  ...{ distance: 1, citations: [] },
  ...more,
});

export const cited = (id: string, date: string | null = null): EntityAnswer["citations"][number] => ({
  ...{ id, root: "notes", path: `${id}.md`, startLine: 1, endLine: 2, citation: `${id}.md#L1-L2`, date },
});

export const relation = (from: string, to: string, more: Partial<Relation> = {}): Relation => ({
  ...{ from, to, type: "works_at", manual: false, citations: [cited("p")] },
  ...more,
});

/** Ana works at Kestrel, and by hand elsewhere, which is not shown. */
export const graphOf = (more: Partial<GraphAnswer> = {}): GraphAnswer => ({
  ...{ start: "names", truncated: false, version: 1 },
  entities: [entity("ana", { distance: 0, mentions: 7 }), entity("kestrel", { type: "organisation" })],
  relations: [relation("ana", "kestrel"), relation("ana", "elsewhere", { manual: true, citations: [] })],
  ...more,
});
