import { shortHash } from "../../text/hash.ts";

/** RootName's longest, in bytes of UTF-8. */
const MAX_ROOT_BYTES = 64;
const BROWSER_KEY = "edge-recall.browser";

const encoder = new TextEncoder();

/** A folder's name made to fit a root's: other characters become dashes. */
export function rootNameOf(folder: string): string {
  const fitted = folder
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]/gu, "-")
    .replace(/^[._ -]{1,255}/, "");
  let name = "";
  for (const character of fitted) {
    if (encoder.encode(name + character).length > MAX_ROOT_BYTES) break;
    name += character;
  }
  return name.trim();
}

/** This browser's random id, created once. A browser that stores nothing has a new one each time and must join its roots. */
export function browserId(): string {
  try {
    const id = localStorage.getItem(BROWSER_KEY) ?? crypto.randomUUID();
    localStorage.setItem(BROWSER_KEY, id);
    return id;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return crypto.randomUUID();
  }
}

/** Identifies a browser and root, so that the server knows the next push of this name as the same origin's. */
export const originOf = (browser: string, root: string): Promise<string> => shortHash(`${browser}\0${root}`);
