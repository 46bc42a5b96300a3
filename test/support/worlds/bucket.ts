import { Miniflare } from "miniflare";
import type { BackupBucket } from "../../../src/backup/kept/bucket.ts";

const WORKER = "export default { fetch: () => new Response() };";

/** A real, empty R2 bucket on workerd, as Miniflare keeps it. */
export async function openBucket(): Promise<{ bucket: BackupBucket; dispose: () => Promise<void> }> {
  const miniflare = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    enableDevRegistry: false,
    workers: [
      {
        config: {
          name: "bucket",
          compatibilityDate: "2026-11-01",
          manifest: { mainModule: "main.js", modules: { "main.js": { type: "esm", contents: WORKER } } },
          env: { BACKUPS: { type: "r2", name: "backups" } },
        },
      },
    ],
  });
  const bucket = (await miniflare.getR2Bucket("BACKUPS")) as unknown as BackupBucket;
  return { bucket, dispose: () => miniflare.dispose() };
}

/** Takes everything out of a bucket. */
export async function emptyBucket(bucket: BackupBucket): Promise<void> {
  const { objects } = await bucket.list({ prefix: "" });
  await bucket.delete(objects.map(({ key }) => key));
}
