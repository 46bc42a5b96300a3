import { AppError } from "../../../../errors.ts";
import type { Program } from "./hooks-json.ts";

/** The first line: a file that begins otherwise is somebody else's. */
const HEAD = "// edge-recall for OpenCode, written by `recall hook install opencode`, which replaces it.";

/** The plugin, whole: `program` starts `recall` in a shell. It imports nothing but what Node and Bun have. */
export const openCodePlugin = ({ command, auto }: Program): string => `${HEAD}
// https://opencode.ai/docs/plugins
import { spawn } from "node:child_process";

const PROGRAM = ${JSON.stringify(command)};
const END = ${JSON.stringify(auto ? "session-end --auto" : "session-end")};
// The agent waits no longer for a hook, milliseconds; a push then goes on by itself.
const PATIENCE_MS = 3000;

/** What a hook prints for what it is handed; nothing where it fails. */
const run = (hook, input) =>
  new Promise((resolve) => {
    let printed = "";
    const done = () => resolve(printed);
    const stdio = ["pipe", "pipe", "ignore"];
    const child = spawn(\`\${PROGRAM} hook \${hook}\`, { shell: true, cwd: input.cwd, stdio });
    child.stdout.on("data", (part) => {
      printed += part;
    });
    child.on("error", done);
    child.on("close", done);
    child.stdin.on("error", done);
    child.stdin.end(JSON.stringify(input));
    setTimeout(done, PATIENCE_MS).unref();
  });

const textOf = (parts) =>
  parts
    .filter(({ type, synthetic, ignored }) => type === "text" && !synthetic && !ignored)
    .map(({ text }) => text)
    .join("\\n");

const turnOf = ({ info, parts }) => ({ by: info.role === "user" ? "person" : "agent", text: textOf(parts) });

export const EdgeRecall = async ({ client, directory }) => {
  const begun = new Set();
  const inputFor = (sessionID, event, more) => ({
    hook_event_name: event,
    session_id: sessionID,
    cwd: directory,
    ...more,
  });
  return {
    "chat.message": async ({ sessionID }, { message, parts }) => {
      const prompt = textOf(parts);
      const isFirst = !begun.has(sessionID);
      begun.add(sessionID);
      const printed = await Promise.all([
        isFirst ? run("session-start", inputFor(sessionID, "session.created")) : "",
        prompt === "" ? "" : run("prompt", inputFor(sessionID, "chat.message", { prompt })),
      ]);
      const text = printed.filter((block) => block !== "").join("\\n");
      if (text === "") return;
      const id = \`prt_\${Date.now().toString(16)}\${Math.random().toString(16).slice(2, 12)}\`;
      parts.push({ id, sessionID, messageID: message.id, type: "text", text, synthetic: true });
    },
    event: async ({ event }) => {
      if (event.type !== "session.idle") return;
      const { sessionID } = event.properties;
      const path = { id: sessionID };
      const { data: session } = await client.session.get({ path });
      // What a subagent is told comes from an agent.
      if (session?.parentID) return;
      const { data: messages = [] } = await client.session.messages({ path });
      await run(END, inputFor(sessionID, "session.idle", { turns: messages.map(turnOf) }));
    },
  };
};
`;

/** The plugin in place of an older one. Throws `conflict` for a file that is not ours. */
export function setOpenCodePlugin(text: string, program: Program): string {
  if (text !== "" && !text.startsWith(HEAD))
    throw new AppError("conflict", "it holds another plugin: move it away first");
  return openCodePlugin(program);
}
