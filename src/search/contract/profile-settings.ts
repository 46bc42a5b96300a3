import { z } from "@hono/zod-openapi";

const MAX_SETTING_CHARS = 64;

/**
 * Settings as a record can check them: it drops the one key that is no plain one, and knows no number beyond the largest
 * (`1e999` in JSON), which is out of every range.
 */
function checkable(settings: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return settings;
  if (Object.hasOwn(settings, "__proto__"))
    context.addIssue({ code: "custom", message: "There is no setting __proto__" });
  const finite = (value: unknown) =>
    typeof value === "number" ? Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) : value;
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, finite(value)]));
}

/** Settings of a profile by full name; which there are and what they may be, `GET /v1/profiles` says. */
export const ProfileSettings = z.preprocess(
  checkable,
  z
    .record(z.string(), z.union([z.number(), z.boolean(), z.string().max(MAX_SETTING_CHARS)]))
    .refine((settings) => Object.keys(settings).length <= 100, "at most 100 settings")
    .refine(
      (settings) => Object.keys(settings).every((name) => name.length <= MAX_SETTING_CHARS),
      `a setting's name has at most ${MAX_SETTING_CHARS} characters`,
    ),
);
