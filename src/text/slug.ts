import { fnv1a } from "./hash.ts";
import { fold, withoutUnseen } from "./words/fold.ts";

/** Longer slugs are cut and end in a hash, so that two long paths stay two. */
export const MAX_SLUG_CHARS = 80;
const HASH_CHARS = 8;
const SPACES = /\s+/gu;
const PLAIN = /^[a-z0-9]+$/;
const BETWEEN = /[^\p{L}\p{N}]+/gu;
const EDGES = /^-|-$/g;
/** Signs that make another name of a word: C++, C#, .NET, A&B. */
const PLUS = /\+/g;
const AND = /(?<=[\p{L}\p{N}] ?)&(?= ?[\p{L}\p{N}])/gu;
const DOT = /^\.(?=[\p{L}\p{N}])/u;
const SHARP = /(?<=[\p{L}\p{N}])#(?![\p{L}\p{N}])/gu;

/** A name as it is compared: folded, trimmed, single spaces. Punctuation stays. */
export const foldName = (name: string): string => fold(withoutUnseen(name)).replace(SPACES, " ").trim();

/**
 * What identifies an entity within its workspace: folded letters and digits of any script, joined by hyphens, so that
 * "auth service", auth-service and auth_service are one; the signs of C++, C#, .NET and A&B are words of it. At most
 * `MAX_SLUG_CHARS` characters. Empty when the name has neither letter nor digit: no entity is called that.
 */
export function slugOf(name: string): string {
  const folded = foldName(name);
  if (PLAIN.test(folded) && folded.length <= MAX_SLUG_CHARS) return folded;
  const signs = folded
    .replace(PLUS, "-plus-")
    .replace(SHARP, "-sharp-")
    .replace(AND, "-and-")
    .replace(DOT, "dot-");
  const slug = signs.replace(BETWEEN, "-").replace(EDGES, "");
  return slug.length <= MAX_SLUG_CHARS ? slug : shortened(slug);
}

function shortened(slug: string): string {
  const kept = slug
    .slice(0, MAX_SLUG_CHARS - HASH_CHARS - 1)
    .toWellFormed()
    .replaceAll("\ufffd", "");
  const units = Array.from({ length: slug.length }, (_, at) => slug.charCodeAt(at));
  return `${kept.replace(EDGES, "")}-${fnv1a(units).toString(16).padStart(HASH_CHARS, "0")}`;
}
