import type { HitOf, ViewName } from "../contract/hits.ts";
import { compact } from "./compact.ts";
import { digest } from "./digest.ts";
import { full } from "./full.ts";
import { snippet } from "./snippet.ts";
import type { View } from "./view.ts";

/** Every view by its name. */
export const VIEW_TABLE: { readonly [Name in ViewName]: View<HitOf[Name]> } = {
  full,
  snippet,
  compact,
  digest,
};
