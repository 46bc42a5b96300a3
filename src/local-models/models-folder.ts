import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The user's cache by the system's custom. */
function cacheFolder(env: Environment, platform: NodeJS.Platform): string {
  const home = env.HOME || homedir();
  if (platform === "darwin") return join(home, "Library", "Caches");
  if (platform === "win32") return env.LOCALAPPDATA || join(home, "AppData", "Local");
  return env.XDG_CACHE_HOME || join(home, ".cache");
}

/** Where installed models lie: `RECALL_MODELS`, else `edge-recall/models` in the user's cache. */
export function modelsFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  return env.RECALL_MODELS || join(cacheFolder(env, platform), "edge-recall", "models");
}

/** Where the local server's runtime lies that `recall serve` brought: a folder for each version. */
export const workerdFolder = (env: Environment, version: string): string =>
  join(cacheFolder(env, process.platform), "edge-recall", `workerd-${version}`);

/** Where ONNX Runtime lies that was installed with the models. */
export const runtimeFolder = (models: string): string => join(models, "..", "runtime");

/** Where ONNX Runtime may lie: beside the program, in whose folder `root` is, else beside the models. */
export const runtimePlaces = (root: string, models: string): readonly string[] => [
  root,
  runtimeFolder(models),
];

/** Threads that models calculate on: one core stays free for the server. */
export const modelThreads = (): number => Math.max(1, availableParallelism() - 1);
