export interface BatchLimits {
  /** Text, bytes of UTF-8. */
  readonly maxBatchBytes: number;
  readonly maxBatchFiles: number;
}

/** Cuts files into uploads within the limits, in order. A file larger than a batch goes alone: the server decides. */
export function planBatches<File extends { readonly bytes: number }>(
  files: readonly File[],
  { maxBatchBytes, maxBatchFiles }: BatchLimits,
): readonly (readonly File[])[] {
  const batches: File[][] = [];
  let bytes = 0;
  for (const file of files) {
    const batch = batches.at(-1);
    if (batch === undefined || batch.length >= maxBatchFiles || bytes + file.bytes > maxBatchBytes) {
      batches.push([file]);
      bytes = file.bytes;
    } else {
      batch.push(file);
      bytes += file.bytes;
    }
  }
  return batches;
}
