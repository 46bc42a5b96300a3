import type { CallTool } from "./call-every.ts";
import type { RunTool } from "./with-tools.ts";

interface Inspecting {
  readonly url: string;
  readonly token: string;
  readonly run: RunTool;
}

/** The inspector's command line on a server: a process for each call. */
export function inspectorCalls({ url, token, run }: Inspecting) {
  const inspect = async (method: string, more: readonly string[] = []): Promise<unknown> => {
    const header = ["--header", `Authorization: Bearer ${token}`];
    const where = ["--cli", `${url}/mcp`, "--transport", "http", ...header, "--method", method];
    return JSON.parse(await run("mcp-inspector", [...where, ...more], true));
  };
  const call: CallTool = async (name, args) => {
    const given = Object.entries(args).flatMap(([key, value]) => [
      "--tool-arg",
      `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]);
    const answer = (await inspect("tools/call", ["--tool-name", name, ...given])) as {
      readonly isError?: boolean;
      readonly structuredContent?: unknown;
    };
    if (answer.isError === true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer.structuredContent;
  };
  return {
    call,
    /** Names of the tools. */
    async list(): Promise<readonly string[]> {
      const { tools } = (await inspect("tools/list")) as { readonly tools: readonly { name: string }[] };
      return tools.map(({ name }) => name);
    },
  };
}
