import { typeText } from "../../src/http/docs/fields.ts";
import type { JsonObject } from "../../src/http/openapi/types.ts";
import { TOOLS } from "../../src/mcp/tools/table.ts";
import { code, page, sentence, table } from "./markdown.ts";

const INTRODUCTION =
  "The tools that `/mcp` and `recall mcp` offer, as a client lists them. Setting a client up: [MCP](../mcp.md).";

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, JsonObject>>;
    readonly required?: readonly string[];
  };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}

const effectOf = ({ readOnlyHint, destructiveHint }: Listed["annotations"]): string => {
  if (readOnlyHint) return "It changes nothing.";
  return destructiveHint ? "It deletes." : "It writes.";
};

function argumentRow(name: string, schema: JsonObject, isRequired: boolean): readonly string[] {
  const { description = "", default: usual } = schema;
  const type = `${code(typeText(schema).text)}${isRequired ? ", required" : ""}`;
  const words = usual === undefined ? "" : ` Default: ${code(JSON.stringify(usual))}.`;
  return [code(name), type, `${sentence(String(description))}${words}`.trim()];
}

function section({ name, description, inputSchema, annotations }: Listed): readonly string[] {
  const { properties = {}, required = [] } = inputSchema;
  const rows = Object.entries(properties).map(([key, schema]) =>
    argumentRow(key, schema, required.includes(key)),
  );
  return [
    `## ${name}`,
    `${sentence(description)} ${effectOf(annotations)}`,
    table(["argument", "type", ""], rows),
  ];
}

/** `docs/reference/mcp.md`: the table of tools. */
export const mcpPage = (): string =>
  page("MCP tools", [INTRODUCTION, ...TOOLS.flatMap((tool) => section(tool.listed() as unknown as Listed))]);
