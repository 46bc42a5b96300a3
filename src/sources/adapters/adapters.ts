import type { SourceAdapter } from "../adapter.ts";
import type { SourceKind } from "../contract.ts";
import { feed } from "./feed/feed.ts";
import { git } from "./git/git.ts";
import { r2 } from "./r2.ts";
import { site } from "./site/site.ts";

/** Every kind of source. */
export const ADAPTERS: Readonly<Record<SourceKind, SourceAdapter>> = { site, git, r2, feed };
