import { createHash } from "node:crypto";
import { availableParallelism, cpus, totalmem } from "node:os";
import { loadWorker } from "../../src/cli/local/load-runtime.ts";
import { byteSize } from "../../src/cli/terminal/numbers.ts";
import { RUNTIME_VERSION } from "../../src/local-models/install/install-runtime.ts";
import type { InstalledModel } from "../../src/local-models/installed.ts";
import { runtimePlaces } from "../../src/local-models/models-folder.ts";
import { loadOnnxRuntime } from "../../src/local-models/onnx-runtime.ts";
import { VERSION } from "../../src/version.ts";

/** Of a hash or a revision. */
const SHOWN_CHARS = 12;

export interface Circumstances {
  readonly machine: string;
  /** Of models, what runs them, and this program. */
  readonly versions: readonly string[];
  /** SHA-256 of the models' files. */
  readonly weights: readonly string[];
}

/** With what and on what is measured. Throws AppError where ONNX Runtime does not load. */
export async function circumstancesOf(
  root: string,
  models: string,
  used: readonly InstalledModel[],
): Promise<Circumstances> {
  const { backend } = loadOnnxRuntime({ places: runtimePlaces(root, models), threads: 1 });
  // The Worker as it is built says which ranking it was, also of a working tree that nobody has committed.
  const worker = createHash("sha256")
    .update((await loadWorker(root)).script)
    .digest("hex");
  const cores = availableParallelism();
  return {
    machine: `${cpus()[0]?.model.trim()}, ${cores} cores, ${byteSize(totalmem())}`,
    versions: [
      ...used.map(({ manifest }) => `${manifest.name} (${manifest.revision.slice(0, SHOWN_CHARS)})`),
      `ONNX Runtime ${RUNTIME_VERSION} (${backend})`,
      `edge-recall ${VERSION} (Worker ${worker.slice(0, SHOWN_CHARS)})`,
      `Node ${process.versions.node}`,
    ],
    weights: used.flatMap(({ manifest }) => manifest.files.map(({ sha256 }) => sha256)),
  };
}
