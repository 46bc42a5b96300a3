import { createRequire } from "node:module";
import { join } from "node:path";
import type { InferenceSession, Tensor } from "onnxruntime-common";
import { AppError } from "../errors.ts";

/** What is used of ONNX Runtime; both of its packages have it. */
interface OnnxPackage {
  readonly InferenceSession: typeof InferenceSession;
  readonly Tensor: typeof Tensor;
  readonly env: { readonly wasm: { numThreads?: number } };
}

export interface OnnxRuntime {
  readonly backend: "native" | "wasm";
  readonly Tensor: typeof Tensor;
  /** Reads a model from a file, or from its bytes. Throws what the runtime throws for what is no model. */
  open(model: string | Uint8Array): Promise<InferenceSession>;
}

/** The native one first: it is several times as fast. It has no binary for Intel Macs and for musl. */
const PACKAGES = [
  ["onnxruntime-node", "native"],
  ["onnxruntime-web", "wasm"],
] as const;

export type Backend = (typeof PACKAGES)[number][1];

interface RuntimeOptions {
  /** Folders beside whose `node_modules` it may lie; the first that has it counts. */
  readonly places: readonly string[];
  /** Threads that one calculation uses. */
  readonly threads: number;
  /** @default the native one where it loads */
  readonly backend?: Backend | undefined;
}

/** Which package lies in one of these folders, without loading it; undefined: none. */
export const findBackend = (places: readonly string[]): Backend | undefined =>
  PACKAGES.find(([name]) => places.some((place) => lies(name, place)))?.[1];

function lies(name: string, place: string): boolean {
  try {
    createRequire(join(place, "package.json")).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Since 1.29 the native packages for Linux and macOS keep an identifier of the machine on its disk and report models and runs
 * to mobile.events.data.microsoft.com, from the moment they are loaded. Any value of this variable, set before, keeps them from
 * both (https://github.com/microsoft/onnxruntime/pull/29843).
 */
const NO_TELEMETRY = "ORT_DISABLE_TELEMETRY";

/** Loads ONNX Runtime, which then sends nothing. Throws AppError `misconfigured` where neither package loads. */
export function loadOnnxRuntime({ places, threads, backend: wanted }: RuntimeOptions): OnnxRuntime {
  process.env[NO_TELEMETRY] = "1";
  const reasons: unknown[] = [];
  for (const [name, backend] of PACKAGES)
    for (const place of places) {
      if (wanted !== undefined && wanted !== backend) continue;
      try {
        return using(createRequire(join(place, "package.json"))(name) as OnnxPackage, backend, threads);
      } catch (error) {
        // Not installed here, or its binary does not suit this system.
        reasons.push(error);
      }
    }
  throw new AppError(
    "misconfigured",
    "ONNX Runtime, which runs the installed models, does not load here: `recall models install` installs it",
    { cause: new AggregateError(reasons) },
  );
}

function using(onnx: OnnxPackage, backend: Backend, threads: number): OnnxRuntime {
  if (backend === "wasm") onnx.env.wasm.numThreads = threads;
  return {
    backend,
    Tensor: onnx.Tensor,
    open: (model) => {
      const options: InferenceSession.SessionOptions = {
        executionProviders: [backend === "native" ? "cpu" : "wasm"],
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        // Errors are thrown; warnings are about the making of the file.
        logSeverityLevel: 3,
      };
      return typeof model === "string"
        ? onnx.InferenceSession.create(model, options)
        : onnx.InferenceSession.create(model, options);
    },
  };
}
