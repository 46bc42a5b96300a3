import { z } from "@hono/zod-openapi";
import { answerSchema, Flag, hasControls, requestSchema, RootName } from "../contract/common.ts";

/** Sources of a workspace at most. */
export const MAX_SOURCES = 50;

/** Characters of an address at most. */
export const MAX_LOCATION_CHARS = 2_000;

/** Characters of what a source calls a thing, at most: an address of 1,000, a key of R2, a path. */
export const MAX_KEY_CHARS = 2_000;

/** Between two runs: a month at most. */
export const MAX_EVERY_HOURS = 24 * 31;
const USUAL_HOURS = 24;

/** Things of one source at most, and usually. */
export const MAX_ITEMS = 10_000;
const USUAL_ITEMS = 2_000;

export const KINDS = ["site", "git", "r2", "feed"] as const;
export type SourceKind = (typeof KINDS)[number];

/** `waiting` for its next run, `running`, `paused` by an admin. */
const STATES = ["waiting", "running", "paused"] as const;

const line = (chars: number) =>
  z
    .string()
    .min(1)
    .max(chars)
    .refine((text) => text.isWellFormed() && !hasControls(text), "no control characters");

const Location = line(MAX_LOCATION_CHARS).meta({
  description:
    "http or https on port 80 or 443 of a public server: a site from here on down, a repository on GitHub or GitLab, a feed; or `r2://<binding>/<prefix>`",
  examples: ["https://docs.example.com/guide/"],
});

const Options = {
  branch: line(200).optional().meta({ description: "Of a repository. Without it: its own default" }),
  folder: line(500).optional().meta({ description: "Of a repository: only what is below" }),
  host: z.enum(["github", "gitlab"]).optional().meta({
    description: "How a repository's host makes archives, where its name does not say it",
  }),
  maxItems: z.number().int().min(1).max(MAX_ITEMS).default(USUAL_ITEMS).meta({
    description: "Pages, files, objects or entries at most; the others are left out",
  }),
};

export const SourceOptions = z.object(Options);
export type SourceOptions = z.infer<typeof SourceOptions>;

const EveryHours = z
  .number()
  .int()
  .min(1)
  .max(MAX_EVERY_HOURS)
  .meta({ description: "Hours between two runs" });

export const SourceRequest = requestSchema("SourceRequest", {
  location: Location,
  root: RootName.optional().meta({ description: "Without it: made of the address" }),
  kind: z.enum(KINDS).optional().meta({ description: "Without it: what the address looks like" }),
  everyHours: EveryHours.default(USUAL_HOURS),
  paused: z.boolean().default(false).meta({ description: "true: no run begins before it is told to go on" }),
  ...Options,
});
export type SourceRequest = z.infer<typeof SourceRequest>;

export const SourceChange = requestSchema("SourceChange", {
  paused: z.boolean().meta({ description: "true: no run begins, and one that is under way stops" }),
});
export type SourceChange = z.infer<typeof SourceChange>;

export const SourceRunRequest = requestSchema("SourceRunRequest", {
  confirm: z.boolean().default(false).meta({
    description: "This run may delete more than half of a root of over 20 documents",
  }),
});
export type SourceRunRequest = z.infer<typeof SourceRunRequest>;

export const SourceRemoval = z.strictObject({
  keepDocuments: Flag.default(false).meta({ description: "What was pulled stays in the root" }),
});
export type SourceRemoval = z.infer<typeof SourceRemoval>;

export const SourceCounts = z.object({
  asked: z.number().meta({ description: "Things that were asked for" }),
  written: z.number().meta({ description: "New or changed documents" }),
  unchanged: z.number(),
  removed: z.number().meta({ description: "Gone there in two runs, and gone here" }),
  leftOut: z.number().meta({ description: "Not there, not text, or not to be read by robots" }),
  failed: z.number().meta({ description: "Could not be read: what was here stays" }),
  redacted: z.number().meta({ description: "Secrets that were taken out" }),
});
export type SourceCounts = z.infer<typeof SourceCounts>;

const time = (description: string) => z.string().nullable().meta({ description });

const SHAPE = {
  root: z.string(),
  kind: z.enum(KINDS),
  location: z.string(),
  options: SourceOptions.partial(),
  everyHours: z.number(),
  state: z.enum(STATES),
  items: z.number().meta({ description: "Things that are known of it" }),
  documents: z.number().meta({ description: "Those that have a document" }),
  counts: SourceCounts.meta({ description: "Of the run under way, else of the last one" }),
  startedAt: time("When the last run began"),
  endedAt: time("When it ended; null: it is under way, or there was none"),
  completedAt: time("When a run last ended without an error"),
  lastError: z.string().nullable().meta({ description: "Why the last run ended early; null: it did not" }),
  nextAt: time("When the next run begins; null: none will"),
  createdAt: z.string(),
};

export const SourceSummary = answerSchema("Source", SHAPE);
export type SourceSummary = z.infer<typeof SourceSummary>;

/** Things without a document that an answer names at most. */
export const MAX_PROBLEMS = 100;

export const SourceDetails = answerSchema("SourceDetails", {
  ...SHAPE,
  problems: z
    .array(z.object({ key: z.string(), problem: z.string() }))
    .meta({ description: `Things that have no document, or an old one, and why: ${MAX_PROBLEMS} at most` }),
});
export type SourceDetails = z.infer<typeof SourceDetails>;

export const SourceList = answerSchema("SourceList", { sources: z.array(SourceSummary) });
export type SourceList = z.infer<typeof SourceList>;

export const SourceRemoved = answerSchema("SourceRemoved", {
  deleted: z.literal(true),
  documents: z.number().meta({ description: "Documents that go with it" }),
});
export type SourceRemoved = z.infer<typeof SourceRemoved>;
