import type { Picture, PictureNode, Relation } from "../../../../../src/web/views/graph/picture/picture.ts";

export const node = (slug: string, more: Partial<PictureNode> = {}): PictureNode => ({
  ...{ slug, name: slug, type: "person", mentions: 1, isStart: false },
  ...more,
});

export const relation = (from: string, to: string, type = "knows"): Relation => ({
  ...{ from, to, type, manual: false, citations: [] },
});

/** Edges as `a-b`, stated ones as `a>b`. */
export const pictureOfText = (slugs: string, edges: string): Picture => ({
  nodes: slugs.split(" ").map((slug) => node(slug)),
  edges: edges
    .split(" ")
    .filter((edge) => edge !== "")
    .map((edge) => {
      const [from = "", to = ""] = edge.split(/[->]/);
      return { from, to, relation: edge.includes(">") ? relation(from, to) : undefined };
    }),
});
