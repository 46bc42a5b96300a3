import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { POOLINGS } from "./pooling.ts";

/** A file's own name: what a manifest names lies in the model's folder and nowhere else. */
const fileName = z.string().regex(/^\w[\w.-]{0,99}$/);

/** A model's name is its folder's, in the folder of models. */
export const MODEL_NAME = /^\w[\w.-]{0,99}$/;

/** Beside the graph; the same name for all models. */
export const TOKENIZER = "tokenizer.json";

const fields = z.object({
  name: z.string().regex(MODEL_NAME),
  kind: z.enum(["embedder", "reranker"]),
  revision: z.string().min(1),
  licence: z.string().min(1),
  /** The file of the graph with its weights. */
  onnx: fileName,
  /** Length of an embedder's vectors. */
  dimensions: z.int().positive().optional(),
  /** Longer texts are cut. */
  maxTokens: z.int().min(8).max(8_192),
  pooling: z.enum(POOLINGS),
  /** Before a query, not before passages. */
  queryPrefix: z.string().optional(),
  files: z
    .array(
      z.object({ name: fileName, bytes: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    )
    .min(1),
});

/** What `manifest.json` in an installed model's folder says. */
export const manifestSchema = fields
  .refine(({ files, onnx }) => [onnx, TOKENIZER].every((file) => files.some(({ name }) => name === file)), {
    error: `its files lack the graph or ${TOKENIZER}`,
  })
  .refine(({ kind, dimensions }) => kind === "reranker" || dimensions !== undefined, {
    error: "an embedder has dimensions",
  });

export type ModelManifest = z.infer<typeof manifestSchema>;

export const MANIFEST = "manifest.json";

/**
 * The manifest in a model's folder. Throws AppError `misconfigured`, with what to do about it, for one that cannot be read
 * or is no manifest.
 */
export function readManifest(
  folder: string,
  advice = "remove the model and install it again",
): ModelManifest {
  const file = join(folder, MANIFEST);
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new AppError("misconfigured", `${file} is damaged: ${advice}`, {
      cause,
    });
  }
}
