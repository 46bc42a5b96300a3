import { z } from "@hono/zod-openapi";
import type { Caller } from "./caller.ts";
import { listedInput, listedOutput } from "./listed-schema.ts";

/** What a tool answers: the same for programs and, in as few tokens as will do, for a model. */
export interface ToolAnswer<Output> {
  readonly structured: Output;
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

interface ToolParts<Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: string;
  /** One or two short sentences: every session of every client pays for them. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly hints: ToolHints;
  readonly run: (input: z.output<Input>, caller: Caller) => Promise<ToolAnswer<z.input<Output>>>;
}

/** A tool as the server needs it, whatever its shapes. */
export interface Tool {
  readonly name: string;
  /** As `tools/list` tells it; made when it is first asked for. */
  readonly listed: () => Readonly<Record<string, unknown>>;
  /** Checks the arguments, then does the work. Throws AppError, or ZodError for arguments that are none. */
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
      outputSchema: listedOutput(z.toJSONSchema(output, { io: "input" })),
      annotations: hints,
    }),
    call: async (args, caller) => run(input.parse(args ?? {}), caller),
  };
}
