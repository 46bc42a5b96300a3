import { z } from "@hono/zod-openapi";
import { hasControls, RootName } from "../../contract/common.ts";

/** As long as a search's answer or a list of roots can show beside the name. */
const MAX_ROOT_DESCRIPTION_CHARS = 300;
/** Every search reads them. */
export const MAX_ROOT_DESCRIPTIONS = 100;

/** One line. */
const RootWords = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ROOT_DESCRIPTION_CHARS)
  .refine((text) => !hasControls(text), "one line, without control characters");

export const RootDescription = z
  .strictObject({
    root: RootName,
    description: RootWords.nullable().meta({
      description: "What the root holds: `engineering decisions since 2021`; null takes it away",
    }),
  })
  .openapi("RootDescription");
export type RootDescription = z.infer<typeof RootDescription>;

export const RootDescriptionRequest = RootDescription.pick({ description: true }).openapi(
  "RootDescriptionRequest",
);
