import { z } from "@hono/zod-openapi";
import { fetchPassages } from "../../documents/passages/fetch-passages.ts";
import { AppError } from "../../errors.ts";
import { citationOf, passageSource } from "../passages.ts";
import { recallUri } from "../resources.ts";
import { shownValue } from "../shown.ts";
import { defineTool, READS } from "../tool.ts";

/** One passage in the shape of clients that expect exactly the pair `search` and `fetch`; their text block is JSON. */
export const fetch = defineTool({
  name: "fetch",
  description: "One hit whole, for clients that expect search and fetch.",
  input: z.strictObject({ id: z.string().min(1).max(1_000) }),
  hints: READS,
  async run({ id }, caller) {
    const source = passageSource(await caller.readingConfined());
    const { passages } = await fetchPassages(source, id, { root: undefined });
    const [passage] = passages;
    if (passage === undefined || passages.length > 1)
      throw new AppError("ambiguous", `"${id}" names ${passages.length} documents`);
    const { root, path, kind, language, indexedAt, text } = passage;
    const heading = "headings" in passage ? passage.headings.at(-1) : passage.title;
    // Before it is JSON, which would write an escape as six harmless characters.
    const document = shownValue({
      id,
      title: heading ?? path,
      text,
      url: recallUri({ root, path }),
      metadata: { citation: citationOf(passage), kind, language, indexedAt },
    });
    return { text: JSON.stringify(document) };
  },
});
