import type { ModelManifest } from "../manifest.ts";

/** A model that can be installed by name. */
export interface Preset extends Omit<ModelManifest, "revision" | "files" | "onnx"> {
  /** Of the hub: its ONNX export, quantised to int8. */
  readonly repository: string;
  /** What it is for, in one line. */
  readonly meaning: string;
  /** Weights, millions: quantised to a byte each, its file and its memory have about as many megabytes. */
  readonly millions: number;
}

/** The English model that a deployment uses, and the one in its place on a small machine. */
export const LARGER = "bge-base-en-v1.5";
const SMALLER = "bge-small-en-v1.5";

const ENGLISH = {
  kind: "embedder",
  licence: "MIT",
  maxTokens: 512,
  pooling: "cls",
  // https://huggingface.co/BAAI/bge-base-en-v1.5: before a short query that looks for passages.
  queryPrefix: "Represent this sentence for searching relevant passages: ",
} as const;

/** Names as Workers AI has them; sizes as their model cards have them. */
export const PRESETS: readonly Preset[] = [
  {
    ...ENGLISH,
    name: LARGER,
    repository: "Xenova/bge-base-en-v1.5",
    meaning: "English; what a deployment uses",
    ...{ dimensions: 768, millions: 109 },
  },
  {
    ...ENGLISH,
    name: SMALLER,
    repository: "Xenova/bge-small-en-v1.5",
    meaning: "English; a third of the size, several times as fast",
    ...{ dimensions: 384, millions: 33 },
  },
  {
    ...{ name: "bge-m3", kind: "embedder", licence: "MIT", maxTokens: 512, pooling: "cls" },
    repository: "Xenova/bge-m3",
    meaning: "over a hundred languages, and across them",
    ...{ dimensions: 1_024, millions: 568 },
  },
  {
    ...{ name: "bge-reranker-base", kind: "reranker", licence: "MIT", maxTokens: 512, pooling: "cls" },
    repository: "Xenova/bge-reranker-base",
    meaning: "reads the best passages once more, beside an embedder",
    millions: 278,
  },
];

/** A preset's manifest at a revision, but for its files. */
export function manifestOf(preset: Preset, revision: string): Omit<ModelManifest, "files"> {
  const { repository: _, meaning: __, millions: ___, ...manifest } = preset;
  return { ...manifest, revision, onnx: "model.onnx" };
}

const GB = 1024 ** 3;
/** The larger one needs about a gigabyte beside everything else, and a processor that reads a folder in minutes. */
const ENOUGH = { minutes: 3, bytes: 4 * GB };

interface Machine {
  /** That `bge-base-en-v1.5` takes for 1,000 passages. */
  readonly minutes: number;
  /** Of memory. */
  readonly bytes: number;
}

/** The embedder to install where none is named. */
export const proposedEmbedder = ({ minutes, bytes }: Machine): string =>
  minutes < ENOUGH.minutes && bytes >= ENOUGH.bytes ? LARGER : SMALLER;
