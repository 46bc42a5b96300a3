import type { GraphAnswer, OverviewAnswer } from "../../../../graph/contract.ts";

type Entity = OverviewAnswer["entities"][number];
export type Relation = GraphAnswer["relations"][number];

/** What is drawn of an entity. */
export interface PictureNode extends Pick<Entity, "slug" | "name" | "type" | "mentions"> {
  /** The picture is about it. */
  readonly isStart: boolean;
}

/** A line between two nodes by their slugs. */
export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  /** What a text or somebody says of the two; undefined: the same passages name them. */
  readonly relation: Relation | undefined;
}

/** A graph as it is drawn: nodes by importance, edges between them only. */
export interface Picture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
}

/** The type of a relation that no text states: passages name both. */
const BESIDE = "named_with";

/** Whether a text or somebody states how two are related. */
export const isStated = ({ type }: Relation): boolean => type !== BESIDE;

const nodeOf = ({ slug, name, type, mentions }: Entity, isStart: boolean): PictureNode => ({
  ...{ slug, name, type, mentions },
  isStart,
});

/** The most mentioned, and what stands together. */
export const overviewPicture = ({ entities, links }: OverviewAnswer): Picture => ({
  nodes: entities.map((entity) => nodeOf(entity, false)),
  edges: links.map(({ from, to }) => ({ from, to, relation: undefined })),
});

/** What is around a start; with it in the middle. */
export function pictureOf({ entities, relations }: GraphAnswer): Picture {
  const nodes = entities
    .toSorted((one, other) => one.distance - other.distance || other.mentions - one.mentions)
    .map((entity) => nodeOf(entity, entity.distance === 0));
  return { nodes, edges: edgesAmong(nodes, relations) };
}

function edgesAmong(nodes: readonly PictureNode[], relations: readonly Relation[]): PictureEdge[] {
  const known = new Set(nodes.map(({ slug }) => slug));
  return relations
    .filter(({ from, to }) => known.has(from) && known.has(to) && from !== to)
    .map((relation) => ({
      from: relation.from,
      to: relation.to,
      relation: isStated(relation) ? relation : undefined,
    }));
}

const keyOf = ({ from, to, relation }: PictureEdge): string =>
  JSON.stringify(relation === undefined ? [from, to].sort() : [from, to, relation.type]);

/** The picture with what is around another of its nodes. What was there keeps its place in the order. */
export function grown(picture: Picture, answer: GraphAnswer): Picture {
  const more = pictureOf(answer);
  const known = new Set(picture.nodes.map(({ slug }) => slug));
  const added = more.nodes.filter(({ slug }) => !known.has(slug));
  const edges = new Map([...picture.edges, ...more.edges].map((edge) => [keyOf(edge), edge]));
  return {
    nodes: [...picture.nodes, ...added.map((node) => ({ ...node, isStart: false }))],
    edges: [...edges.values()],
  };
}

/** The slugs that each node has an edge to. */
export function neighboursIn({ nodes, edges }: Picture): ReadonlyMap<string, ReadonlySet<string>> {
  const near = new Map(nodes.map(({ slug }) => [slug, new Set<string>()]));
  for (const { from, to } of edges) {
    near.get(from)?.add(to);
    near.get(to)?.add(from);
  }
  return near;
}
