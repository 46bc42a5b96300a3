export { foldName, MAX_SLUG_CHARS, slugOf } from "../text/slug.ts";
