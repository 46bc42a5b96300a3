import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../../config.ts";
import { hasControls, RootName, SessionId } from "../../contract/common.ts";
import { MemoryType } from "../../contract/memory-fields.ts";
import { KINDS } from "./hits.ts";

const clean = (text: string): boolean => text.isWellFormed() && !hasControls(text);

export const Filters = z.object({
  root: RootName.optional(),
  prefix: z
    .string()
    .min(1)
    .max(DEFAULTS.maxPathChars)
    .refine(clean)
    .optional()
    .meta({ description: "Start of the path", examples: ["guides/"] }),
  glob: z
    .string()
    .min(1)
    .max(DEFAULTS.maxGlobChars)
    .refine(clean)
    .optional()
    .meta({
      description:
        "Glob on the path: * within a part, ** across parts, ?, [a-z], [!a-z]; at most 16 of * and **",
      examples: ["**/*.md"],
    }),
  kind: z.enum(KINDS).optional(),
  language: z
    .string()
    .regex(/^[a-z0-9+#-]{1,32}$/)
    .optional()
    .meta({ description: "Language of the document", examples: ["markdown"] }),
  type: MemoryType.optional().meta({ description: "Only memories of this type", examples: ["decision"] }),
  tag: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .refine(clean)
    .optional()
    .meta({ description: "Only memories with this tag", examples: ["release"] }),
  session: SessionId.optional().meta({ description: "Only memories of this session" }),
  after: z
    .string()
    .max(32)
    .optional()
    .meta({ description: "Dated on or after: 7d, 2w, 3m, 1y ago, or an ISO date", examples: ["7d"] }),
  before: z
    .string()
    .max(32)
    .optional()
    .meta({ description: "Dated before: 7d, 2w, 3m, 1y ago, or an ISO date", examples: ["2026-01-01"] }),
});
export type Filters = z.infer<typeof Filters>;
