import { z } from "@hono/zod-openapi";
import { type GraphAnswer, GraphParameters } from "../../graph/contract.ts";
import { rootedCitation } from "../../search/views/citation.ts";
import { defineTool, READS } from "../tool.ts";

const { shape } = GraphParameters;

const Output = z.object({
  entities: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      aliases: z.array(z.string()),
      citations: z.array(z.string()),
    }),
  ),
  relations: z.array(
    z.object({ from: z.string(), type: z.string(), to: z.string(), citations: z.array(z.string()) }),
  ),
  truncated: z.boolean(),
});
type Shown = z.infer<typeof Output>;

type Cited = GraphAnswer["relations"][number]["citations"];

const cited = (citations: Cited): string[] =>
  citations.map(({ root, citation }) => rootedCitation(root, citation));

function shownOf({ entities, relations, truncated }: GraphAnswer): Shown {
  const names = new Map(entities.map(({ slug, name }) => [slug, name]));
  const nameOf = (slug: string): string => names.get(slug) ?? slug;
  return {
    entities: entities.map(({ name, type, aliases, citations }) => ({
      ...{ name, type, aliases },
      citations: cited(citations),
    })),
    relations: relations.map(({ from, type, to, citations }) => ({
      ...{ from: nameOf(from), type, to: nameOf(to) },
      citations: cited(citations),
    })),
    truncated,
  };
}

const CITED_IN_TEXT = 3;
const behind = (citations: readonly string[]): string =>
  citations.length === 0 ? "" : ` [${citations.slice(0, CITED_IN_TEXT).join(", ")}]`;

const render = ({ entities, relations, truncated }: Shown, { namesOff }: GraphAnswer): string =>
  [
    ...(entities.length === 0 ? ["Nothing is named so, nor by the best hits."] : []),
    ...entities.map(({ name, type, aliases, citations }) => {
      const also = aliases.length === 0 ? "" : ` (also ${aliases.join(", ")})`;
      return `${name}: ${type}${also}${behind(citations)}`;
    }),
    ...relations.map(({ from, type, to, citations }) => `${from} ${type} ${to}${behind(citations)}`),
    ...(truncated
      ? ["There may be more than is shown: ask about fewer names at once, or with a larger limit."]
      : []),
    ...(namesOff === true ? ["Texts of this workspace are not read for names."] : []),
  ].join("\n");

export const graph = defineTool({
  name: "graph",
  description:
    "Who and what is related: people, organizations, things and their relations around a name, with their citations.",
  input: z.strictObject({
    query: shape.query,
    depth: z.int().min(1).max(2).default(1),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: Output,
  hints: READS,
  async run(input, caller) {
    const answer = await caller.services.graphAround(await caller.reading(), GraphParameters.parse(input));
    const structured = shownOf(answer);
    return { structured, text: render(structured, answer) };
  },
});
