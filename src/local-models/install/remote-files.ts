import { z } from "zod";
import { AppError } from "../../errors.ts";
import { MANIFEST, type ModelManifest, manifestSchema, TOKENIZER } from "../manifest.ts";
import { manifestOf, type Preset } from "./catalogue.ts";
import type { DownloadFetch } from "./download-fetch.ts";

/** How a file is known to be the one that was published. */
type Proof =
  | { readonly kind: "sha256"; readonly hex: string }
  /** SHA-1 of `blob <bytes>\0` and the file, as Git names it: of files that the hub keeps in Git itself. */
  | { readonly kind: "git"; readonly hex: string };

/** A file of a model, where it lies and what it must be. */
export interface RemoteFile {
  /** In the model's folder. */
  readonly name: string;
  readonly url: string;
  readonly bytes: number;
  /** Undefined: nobody has said what it must be. */
  readonly proof?: Proof;
}

/** A model as it lies on a server. */
export interface RemoteModel {
  readonly manifest: Omit<ModelManifest, "files">;
  readonly files: readonly RemoteFile[];
}

/** Files of the hub's repository, and what they are called in the model's folder. */
const WANTED: Readonly<Record<string, string>> = {
  "onnx/model_quantized.onnx": "model.onnx",
  [TOKENIZER]: TOKENIZER,
};

const Revision = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) });
const Tree = z.array(
  z.object({
    path: z.string(),
    size: z.int().nonnegative(),
    oid: z.string(),
    lfs: z.object({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().positive() }).optional(),
  }),
);

/** A description of a model has a few thousand bytes, that of a large repository some hundred thousand. */
const MOST_JSON_BYTES = 4_000_000;
/** A description that has not come by then is not waited for, milliseconds. */
const JSON_TIMEOUT_MS = 30_000;

/** Reads JSON of a server. Throws AppError that names the address and what it answered. */
async function readJson<Schema extends z.ZodType>(
  fetchIt: DownloadFetch,
  url: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const signal = AbortSignal.timeout(JSON_TIMEOUT_MS);
  const response = await fetchIt(url, { signal }).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      "unavailable",
      `${url} cannot be reached. Where there is no network, --from takes a model from a folder`,
      { cause },
    );
  });
  if (!response.ok) throw refused(url, response.status);
  const read = schema.safeParse(await jsonOf(response).catch(() => undefined));
  if (!read.success) throw new AppError("unavailable", `${url} answers something else than expected`);
  return read.data;
}

/** Throws for a body that is too large, broken or no JSON. */
async function jsonOf({ body }: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MOST_JSON_BYTES) throw new RangeError("too large");
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

/** What a status of a download server means. */
export function refused(url: string, status: number): AppError {
  if (status === 404) return new AppError("not_found", `${url} is not there (404)`);
  if (status === 401 || status === 403)
    return new AppError("unauthorized", `${url} is not given to everybody (${status})`);
  return new AppError("unavailable", `${url} answers ${status}`);
}

/**
 * A preset on the hub, at the commit that its main branch has now: what is installed names this commit and the SHA-256 of
 * each file from then on. Throws AppError `unavailable`, `not_found`, `unauthorized`.
 */
export async function onHub(fetchIt: DownloadFetch, endpoint: string, preset: Preset): Promise<RemoteModel> {
  const { repository } = preset;
  const api = `${endpoint}/api/models/${repository}`;
  const { sha: revision } = await readJson(fetchIt, `${api}/revision/main`, Revision);
  const tree = await readJson(fetchIt, `${api}/tree/${revision}?recursive=true`, Tree);
  const files = Object.entries(WANTED).map(([path, name]): RemoteFile => {
    const found = tree.find((one) => one.path === path);
    if (found === undefined) throw new AppError("not_found", `${repository} has no ${path}`);
    const proof: Proof =
      found.lfs === undefined ? { kind: "git", hex: found.oid } : { kind: "sha256", hex: found.lfs.oid };
    const url = `${endpoint}/${repository}/resolve/${revision}/${path}`;
    return { name, url, bytes: found.lfs?.size ?? found.size, proof };
  });
  return { manifest: manifestOf(preset, revision), files };
}

/** A model on a mirror of plain files: `<mirror>/<name>/manifest.json`, and beside it what that names. */
export async function onMirror(fetchIt: DownloadFetch, mirror: string, name: string): Promise<RemoteModel> {
  const folder = `${mirror.replace(/\/+$/, "")}/${encodeURIComponent(name)}`;
  const { files, ...manifest } = await readJson(fetchIt, `${folder}/${MANIFEST}`, manifestSchema);
  return {
    manifest,
    files: files.map(({ name: file, bytes, sha256 }) => ({
      ...{ name: file, url: `${folder}/${file}`, bytes },
      proof: { kind: "sha256", hex: sha256 },
    })),
  };
}
