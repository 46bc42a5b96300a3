import { z } from "@hono/zod-openapi";

/** Lists and objects in one another: the database reads JSON up to a thousand, and people none so deep. */
const MAX_METADATA_DEPTH = 32;

/** JSON that everything may take for what it is: not deeper, and without the key that names an object's prototype. */
function isPlainJson(value: unknown, depth = MAX_METADATA_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0 || Object.hasOwn(value, "__proto__")) return false;
  return Object.values(value).every((part) => isPlainJson(part, depth - 1));
}

/** Values of metadata, each as deep as may be inside of it. */
export const MetadataValue = z.unknown().refine(
  (value) => isPlainJson(value, MAX_METADATA_DEPTH - 1),
  // Nothing else looks at what is too deep: writing it as JSON takes a stack as deep.
  {
    abort: true,
    error: `at most ${MAX_METADATA_DEPTH} lists and objects in one another, and no key "__proto__"`,
  },
);
