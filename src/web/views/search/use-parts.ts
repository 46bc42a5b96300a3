import { lazy } from "../../state/lazy.ts";

/** What a search needs from its first query on. */
export const useParts = lazy(() => import("./parts.ts"));
