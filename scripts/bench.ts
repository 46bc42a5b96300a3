/**
 * `npm run bench [-- folder…] [--chunks 20000] [--queries 200] [--json]`: what indexing and searching cost, in one run on
 * text of these folders (judged sets with their queries, or any text), else of this repository and the documentation in
 * its node_modules. Progress goes to stderr.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { makeCorpus } from "./bench/corpus.ts";
import { measureEmbedded, measureModels } from "./bench/phases.ts";
import { renderBench } from "./bench/render.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chunks: { type: "string", default: "20000" },
    queries: { type: "string", default: "200" },
    json: { type: "boolean", default: false },
  },
});
const [chunks, queries] = [Number(values.chunks), Number(values.queries)];
if (!Number.isInteger(chunks) || !Number.isInteger(queries) || chunks < 1 || queries < 1) {
  console.error("usage: npm run bench [-- folder…] [--chunks 20000] [--queries 200] [--json]");
  process.exit(2);
}

const root = packageRoot();
// npm runs scripts in the package's folder; a relative path is meant from where the person typed it.
const typedFrom = process.env.INIT_CWD ?? ".";
const folders = positionals.length > 0 ? positionals.map((folder) => resolve(typedFrom, folder)) : [root];
const options = { root, say: (line: string) => console.error(`bench: ${line}`) };

const corpus = await makeCorpus(folders, { chunks, queries });
const embedded = await measureEmbedded(corpus, options);
const models = await measureModels(corpus, options);
const report = {
  corpus: {
    documents: corpus.documents.length,
    chunks: embedded.indexed.chunks,
    bytes: embedded.indexed.textBytes,
    remixed: corpus.remixed,
    queries: corpus.queries.length,
    areQueriesJudged: corpus.isJudged,
  },
  embedded,
  models,
};
console.log(values.json ? JSON.stringify(report, undefined, 2) : renderBench(report).join("\n"));
