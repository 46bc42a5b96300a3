import { seededRandom } from "../../src/cli/commands/eval/statistics/significance.ts";
import { chunkDocument } from "../../src/documents/chunkers/chunk-document.ts";
import { type BenchDocument, endless, readSources, shuffled, someQueries } from "../bench/corpus.ts";
import { wordOf } from "../scale/write-texts.ts";

const SEED = 11;
/** New words begin where the common ones of `scale` end. */
const FIRST_NEW_WORD = 20_000;

export interface GrowingTexts {
  readonly queries: readonly string[];
  readonly areQueriesJudged: boolean;
  /** The next documents, together of so many passages or a few more. */
  next(passages: number): Iterable<BenchDocument>;
}

/**
 * The texts of the folders, then their paragraphs in ever another order, one document in memory at a time. Each of these
 * has a name that no other has: a vocabulary grows with its texts.
 */
export async function growingTexts(folders: readonly string[], queries: number): Promise<GrowingTexts> {
  const random = seededRandom(SEED);
  const source = await readSources(folders);
  const asked = someQueries(source, queries, random);
  const real = shuffled(source.documents, random);
  const documents = endless(real, random);
  let made = 0;
  return {
    queries: asked.queries,
    areQueriesJudged: asked.isJudged,
    *next(passages) {
      for (let left = passages; left > 0; made++) {
        const { path, text } = documents.next().value as BenchDocument;
        const named = made < real.length ? text : `# ${wordOf(FIRST_NEW_WORD + made)}\n\n${text}`;
        const document = { path, text: named };
        left -= chunkDocument(document).chunks.length;
        yield document;
      }
    },
  };
}
