import type { AnyHit } from "../contract/hits.ts";
import { compact } from "./compact.ts";
import { digest } from "./digest.ts";
import { full } from "./full.ts";
import { snippet } from "./snippet.ts";

/** A hit of any view as lines of text, told by what it holds. */
export function textOf(hit: AnyHit): string {
  if ("tokens" in hit) return compact.text(hit);
  if (!("root" in hit)) return digest.text(hit);
  return (hit.text === undefined ? snippet : full).text(hit);
}
