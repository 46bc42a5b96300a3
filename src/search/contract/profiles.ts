import { z } from "@hono/zod-openapi";
import { PROFILES } from "./constants.ts";
import { ProfileSettings } from "./profile-settings.ts";

const Value = z.union([z.number(), z.boolean(), z.string()]);

export const ProfileName = z.enum(PROFILES);

export const SettingAnswer = z
  .object({
    name: z
      .string()
      .meta({ description: "Full name: a part of the pipeline, then the setting", examples: ["fusion.k"] }),
    kind: z.enum(["number", "choice", "switch"]),
    default: Value.nullable().meta({ description: "null: unset until somebody sets it" }),
    min: z.number().optional(),
    max: z.number().optional(),
    integer: z.literal(true).optional().meta({ description: "A count: whole numbers only" }),
    unit: z.string().optional(),
    choices: z.array(z.string()).readonly().optional(),
    meaning: z.string(),
  })
  .openapi("Setting");
export type SettingAnswer = z.infer<typeof SettingAnswer>;

const StageAnswer = z
  .object({
    name: z.string(),
    meaning: z.string(),
    drops: z.string().nullable().meta({ description: "Why it drops what it drops; null: it drops nothing" }),
    strength: z.string().meta({ description: "The setting that turns it off when 0 or false" }),
  })
  .openapi("Stage");

export const ProfileAnswer = z
  .object({
    name: ProfileName,
    meaning: z.string(),
    stages: z
      .array(z.object({ name: z.string(), on: z.boolean() }))
      .meta({ description: "Every stage in this profile's order, and whether it runs in this workspace" }),
    settings: z
      .record(z.string(), z.object({ profile: Value.nullable(), workspace: Value.nullable() }))
      .meta({ description: "Each setting's value in the profile itself and in this workspace; null: unset" }),
    overrides: z.record(z.string(), Value).meta({ description: "What this workspace sets otherwise" }),
  })
  .openapi("Profile");
export type ProfileAnswer = z.infer<typeof ProfileAnswer>;

export const ProfileList = z
  .object({
    default: ProfileName,
    profiles: z.array(ProfileAnswer),
    settings: z
      .array(SettingAnswer)
      .meta({ description: "Every setting that a profile has, described once" }),
    stages: z.array(StageAnswer).meta({ description: "Every stage, described once" }),
  })
  .openapi("ProfileList");
export type ProfileList = z.infer<typeof ProfileList>;

export const ProfileChange = z
  .strictObject({
    settings: ProfileSettings.meta({
      description: "All that this workspace sets otherwise in the profile; none: the profile's own again",
      examples: [{ "recencyBoost.weight": 0.3 }],
    }),
  })
  .openapi("ProfileChange");
export type ProfileChange = z.infer<typeof ProfileChange>;
