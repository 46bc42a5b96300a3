import type { ModelPart, Outage } from "../../contract/outages.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

const NAMES: Readonly<Record<ModelPart, string>> = {
  embedder: "the embedding model",
  vector_index: "the vector index",
  reranker: "the re-ranking model",
  generator: "the text model",
};

/** A part as people call it. */
export const partName = (part: string): string =>
  Object.hasOwn(NAMES, part) ? NAMES[part as ModelPart] : safeLine(part);

/** Why a part does not answer, and when it is asked again. */
export function outageNote({ message, since, retryAt }: Outage): string {
  const times = [since && `since ${since}`, retryAt && `asked again after ${retryAt}`].filter(Boolean);
  return times.length === 0 ? message : `${message} (${times.join(", ")})`;
}
