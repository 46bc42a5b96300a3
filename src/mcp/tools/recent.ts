import { z } from "@hono/zod-openapi";
import { type RecentAnswer, RecentParameters } from "../../memories/contract/memory-lists.ts";
import { readRecent } from "../../memories/memory-lists.ts";
import { rootedCitation } from "../../search/views/citation.ts";
import { onOneLine } from "../../text/line-ends.ts";
import { defineTool, READS } from "../tool.ts";

const { shape } = RecentParameters;

type Item = z.infer<typeof RecentAnswer>["items"][number];

const shownOf = ({ root, path, type, date, text, cut, mayContradict = [] }: Item) => ({
  place: rootedCitation(root, path),
  ...(type !== null && { type }),
  date,
  text: [cut ? `${text}…` : text, ...mayContradict.map(({ words }) => `[${words}]`)].join("\n"),
});

export const recent = defineTool({
  name: "recent",
  description: "The newest memories and documents.",
  input: z.strictObject({
    session: shape.session.describe("Yours; else of all"),
    kind: shape.kind,
    limit: z.int().min(1).max(100).default(10),
  }),
  output: z.object({
    of: z.enum(["session", "workspace"]),
    items: z.array(
      z.object({ place: z.string(), type: z.string().optional(), date: z.string(), text: z.string() }),
    ),
  }),
  hints: READS,
  async run(input, caller) {
    const answer = await readRecent(await caller.readingConfined(), RecentParameters.parse(input));
    const items = answer.items.map(shownOf);
    const lines = items.map(({ place, type, date, text }) => {
      const what = type === undefined ? "" : ` (${type})`;
      return `${place} ${date.slice(0, 10)}${what} ${onOneLine(text)}`;
    });
    return {
      structured: { of: answer.of, items },
      text: lines.length === 0 ? "Nothing yet." : lines.join("\n"),
    };
  },
});
