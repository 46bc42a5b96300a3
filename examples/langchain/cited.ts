/**
 * The retriever in a chain that turns passages into a cited context for a model.
 *
 *     RECALL_URL=http://127.0.0.1:8787 RECALL_TOKEN=rcl_… node cited.ts "when are the keys rotated?"
 */
import { RunnableLambda } from "@langchain/core/runnables";
import type { DocumentInterface } from "@langchain/core/documents";
import { createClient } from "edge-recall/client";
import { type PassageMetadata, RecallRetriever } from "./retriever.ts";

const { RECALL_URL = "http://127.0.0.1:8787", RECALL_TOKEN = "" } = process.env;
const [question = "when are the keys rotated?"] = process.argv.slice(2);

const retriever = new RecallRetriever({
  client: createClient(RECALL_URL, RECALL_TOKEN),
  search: { limit: 3 },
  onAnswer: ({ outcome, degraded }) => console.log(`${outcome}; lacks: ${degraded.join(", ") || "nothing"}`),
});
const cited = RunnableLambda.from((documents: DocumentInterface<PassageMetadata>[]) =>
  documents.map(({ pageContent, metadata }) => `[${metadata.citation}]\n${pageContent}`).join("\n\n"),
);
console.log(await retriever.pipe(cited).invoke(question));
