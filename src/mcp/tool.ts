import { z } from "@hono/zod-openapi";
import type { ErrorCode } from "../errors.ts";
import { isRecord } from "../text/parse-json.ts";
import type { Caller } from "./caller.ts";

/** Keywords of JSON Schema that cost a model tokens and tell it little: the server checks them all the same. */
const UNTOLD: readonly string[] = [
  "$schema",
  "pattern",
  "examples",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "format",
];
/** Of an answer its bounds too, what must be there and what it can say: nobody has to keep to them. */
const UNTOLD_OF_ANSWERS: readonly string[] = [
  ...UNTOLD,
  "enum",
  "minimum",
  "maximum",
  "required",
  "additionalProperties",
  "propertyNames",
];

/** A description that was taken away, properties that may be anything, and a switch that is off. */
const saysNothing = (key: string, value: unknown): boolean =>
  value === "" ||
  (key === "default" && value === false) ||
  (key === "additionalProperties" && isRecord(value) && Object.keys(value).length === 0);

/** Names of properties are never taken for keywords. */
function without(untold: readonly string[], schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => without(untold, part));
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => isNames || !(untold.includes(key) || saysNothing(key, value)),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, without(untold, value, !isNames && key === "properties")]),
  );
}

/** A JSON Schema of arguments without what a list of tools need not say. */
export const listedInput = (schema: unknown): unknown => without(UNTOLD, schema);

/** The same of an answer. */
export const listedOutput = (schema: unknown): unknown => without(UNTOLD_OF_ANSWERS, schema);

/**
 * What a tool answers: in as few tokens as will do for a model, and the same for programs. A client shows its model one of
 * the two or both, so each says everything, and an answer that is made of passages has its text alone: given in both, the
 * model of a client that shows both would pay for every passage twice.
 */
export interface ToolAnswer<Output> {
  readonly structured?: Output;
  readonly text: string;
}

/** How a client may treat a call without asking its user (MCP: tool annotations). */
interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  /** Called again with the same arguments it changes nothing more. @default false; of a reader it says nothing */
  readonly idempotentHint?: boolean;
  /** Reaches beyond this index. */
  readonly openWorldHint: boolean;
}

interface ToolParts<Input extends z.ZodType, Output extends z.ZodObject> {
  readonly name: string;
  /** One or two short sentences: every session of every client pays for them. */
  readonly description: string;
  readonly input: Input;
  /** Left out of a tool whose answers are text, at least in part. */
  readonly output?: Output;
  readonly hints: ToolHints;
  readonly run: (input: z.output<Input>, caller: Caller) => Promise<ToolAnswer<z.input<Output>>>;
}

/** A tool as the server needs it, whatever its shapes. */
export interface Tool {
  readonly name: string;
  /** As `tools/list` tells it; made when it is first asked for. */
  readonly listed: () => Readonly<Record<string, unknown>>;
  /** Checks the arguments, then does the work. Throws AppError, or ZodError for invalid arguments. */
  readonly call: (args: unknown, caller: Caller) => Promise<ToolAnswer<Readonly<Record<string, unknown>>>>;
}

export const READS: ToolHints = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** A tool from its shapes and its work. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodObject>(
  parts: ToolParts<Input, Output>,
): Tool {
  const { name, description, input, output, hints, run } = parts;
  return {
    name,
    listed: () => ({
      name,
      description,
      inputSchema: listedInput(z.toJSONSchema(input, { io: "input" })),
      ...(output && { outputSchema: listedOutput(z.toJSONSchema(output, { io: "input" })) }),
      annotations: hints,
    }),
    call: async (args, caller) => run(input.parse(args ?? {}), caller),
  };
}

/** What the caller can do about it, where the message does not say so already. */
const HINTS = {
  unauthorized: "Mint another token with `recall token create` and configure it.",
  forbidden: "Configure another token: `recall token create` makes one.",
  not_found: "Search for it, or ask `list`.",
  ambiguous: "Name the root, or give more of the id.",
  conflict: "Read it again, then try again.",
  quota: "Try again after midnight UTC.",
  model_budget: "Try again after midnight UTC.",
  workspace_quota: "Try again after midnight UTC.",
  database_quota: "Try again after midnight UTC.",
  database_timeout: "Ask for less or send less at once, or try again in a minute.",
  storage_full: "Tell the person: nothing can be kept until there is room on the disk.",
  capacity: "Send fewer at once.",
  too_large: "Send less at once.",
  database_damaged: "Tell the person to run `recall doctor`.",
  unavailable: "Try again in a few seconds.",
  timeout: "Try again in a few seconds.",
  internal: "Try again; the server's log says more.",
} satisfies Partial<Record<ErrorCode, string>>;

const hintFor = (code: string): string | undefined => (HINTS as Readonly<Record<string, string>>)[code];

/** `code: what was wrong. What to do.` */
export function errorText({ code, message }: { readonly code: string; readonly message: string }): string {
  const hint = hintFor(code);
  const sentence = /[.!?…]$/.test(message) ? message : `${message}.`;
  return `${code}: ${hint === undefined ? sentence : `${sentence} ${hint}`}`;
}
