import { unzipSync } from "fflate";
import { ConversionError } from "../../../text/markup/conversion-error.ts";

/** Bytes that the parts of one file unpack to, at most: their XML is read in one piece. */
const MAX_PART_BYTES = 60_000_000;
const MAX_ALL_BYTES = 120_000_000;
const MAX_PARTS = 20_000;

const CONTAINER = [0xd0, 0xcf, 0x11, 0xe0];

export type Parts = Readonly<Record<string, Uint8Array>>;

/**
 * The parts of a ZIP file that are wanted; an archive within it is never one. The sizes that the file declares are added
 * up before anything is unpacked, and no part becomes larger than it declared.
 */
export function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean): Parts {
  // Office wraps what a password protects, and its old binary formats, in this container.
  if (CONTAINER.every((byte, index) => bytes[index] === byte)) throw new ConversionError("encrypted");
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new ConversionError("broken");
  let total = 0;
  let parts = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (++parts > MAX_PARTS) throw new ConversionError("too_large");
    if (!isWanted(name)) return false;
    total += originalSize;
    if (originalSize > MAX_PART_BYTES || total > MAX_ALL_BYTES) throw new ConversionError("too_large");
    return true;
  };
  return unzipSync(bytes, { filter });
}

const decoder = new TextDecoder();

/** Text of a part; "" when there is no such part. */
export const partText = (parts: Parts, name: string): string =>
  Object.hasOwn(parts, name) ? decoder.decode(parts[name]) : "";

/** The name of a part that another one refers to, by a path from its own folder or from the root. */
export function resolvePart(from: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const folders = from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") folders.pop();
    else if (step !== "." && step !== "") folders.push(step);
  }
  return folders.join("/");
}
