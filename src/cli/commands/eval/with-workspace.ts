import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../errors.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import type { EvalServer } from "./with-server.ts";

/** Bytes of a workspace's random name. */
const NAME_BYTES = 6;
const POLL_MS = 250;
/** Nothing became ready for so long, milliseconds: longer than a local sweep's five minutes. */
const STALLED_MS = 600_000;

/** Makes a workspace, works in it with a token of its own, and removes it, also after a failure or a stop. */
export async function withWorkspace<T>(
  { ownerToken, clientFor }: EvalServer,
  signal: AbortSignal,
  work: (client: RecallClient) => Promise<T>,
): Promise<T> {
  const owner = clientFor(ownerToken, signal);
  const slug = `eval-${randomBytes(NAME_BYTES).toString("hex")}`;
  await owner.createWorkspace({ slug, name: "Evaluation" });
  try {
    const { token } = await owner.createToken({ scope: "write", workspace: slug, label: "recall eval" });
    const done = await work(clientFor(token, signal));
    await owner.deleteWorkspace(slug);
    return done;
  } catch (error) {
    await removeAfterFailure(clientFor(ownerToken), slug, error);
    throw error;
  }
}

/** The first failure is the one to tell; one of the removal, too, when the workspace may be left on a server. */
async function removeAfterFailure(owner: RecallClient, slug: string, failure: unknown): Promise<void> {
  try {
    await owner.deleteWorkspace(slug);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found" || error.code === "unavailable") return;
    throw new AppError("unavailable", `The workspace ${slug} is left over: ${error.message}`, {
      cause: failure,
    });
  }
}

/**
 * Waits until everything pushed is embedded and, where there is a vector index, shown by it. Throws AppError when
 * embedding stands still: a quota, a failure, or ten minutes without progress.
 */
export async function untilIndexed(
  client: Pick<RecallClient, "status">,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly chunks: number }> {
  let least = Number.POSITIVE_INFINITY;
  let movedAtMs = Date.now();
  while (true) {
    const { chunks, index } = await client.status();
    const { pendingChunks, invisibleVectors, vectors, failedWork, lastError, pausedUntil } = index;
    const open = pendingChunks + (vectors === "d1" ? 0 : invisibleVectors);
    onProgress(chunks - open, chunks);
    if (open === 0) return { chunks };
    if (pausedUntil !== null)
      throw new AppError(
        "quota",
        `Embedding stands still until ${pausedUntil}: the model's quota is used up`,
      );
    if (failedWork > 0) throw new AppError("unavailable", `Embedding failed: ${lastError ?? "unknown"}`);
    if (open < least) {
      least = open;
      movedAtMs = Date.now();
    } else if (Date.now() - movedAtMs > STALLED_MS) {
      throw new AppError("timeout", `${open} of ${chunks} chunks are still not indexed`);
    }
    await delay(POLL_MS, undefined, { signal });
  }
}
