import { run } from "../../../../src/cli/run.ts";
import { type FakeServer, type Fault, fakeServer } from "../../fake-server.ts";
import { capturedTerminal } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

interface Setting {
  readonly flags?: readonly string[];
  /** Paths that the server has, of other texts. */
  readonly indexed?: readonly string[];
  readonly faults?: readonly Fault[];
  readonly limits?: Partial<FakeServer["limits"]>;
  /** Called before the watch starts. */
  readonly prepare?: (world: { server: FakeServer; folder: string; stop: () => void }) => void;
  /** Ends the watch when it is printed. @default what it prints after the first push */
  readonly until?: string;
}

/** Runs `recall watch` in this process until it prints something; the times before its lines are left out. */
export async function watched(files: Readonly<Record<string, string | Uint8Array>>, setting: Setting = {}) {
  const { flags = [], indexed = [], faults = [], limits = {}, prepare } = setting;
  const until = setting.until ?? (flags.includes("--json") ? "" : "watching");
  const server = await fakeServer(limits);
  server.faults.push(...faults);
  server.roots.set("n", new Map(indexed.map((path) => [path, "0".repeat(32)])));
  const cwd = temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`n/${path}`, text])),
  );
  const env = {
    HOME: cwd,
    XDG_CONFIG_HOME: `${cwd}/.user`,
    RECALL_URL: server.url,
    RECALL_TOKEN: "er_token",
  };
  const { terminal, written } = capturedTerminal(env);
  const stop = new AbortController();
  prepare?.({ server, folder: `${cwd}/n`, stop: () => stop.abort() });
  const stopping = (write: (text: string) => void) => (text: string) => {
    write(text);
    if (text.includes(until)) stop.abort();
  };
  const watching = { ...terminal, out: stopping(terminal.out), err: stopping(terminal.err) };
  const surroundings = { terminal: watching, env, cwd, reach: () => fetch, interrupted: () => stop.signal };
  const code = await run(["watch", "n", ...flags], surroundings);
  const stdout = written.stdout.replace(/^\d\d:\d\d:\d\d {2}/gm, "");
  return { code, stdout, stderr: written.stderr, folder: `${cwd}/n`, server };
}
