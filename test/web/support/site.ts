import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawnCli } from "../../cli/spawn-cli.ts";

/** A local server with a folder in it. */
export interface Site {
  readonly url: string;
  /** An admin's, of the one workspace. */
  readonly token: string;
  /** Of no workspace. */
  readonly ownerToken: string;
  /** What the server printed to open the page with. */
  readonly link: string;
  /** Asks the API; throws for every answer but a success. */
  readonly call: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** The same with another token. */
  readonly callAs: <Answer>(bearer: string, method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Mints another token. */
  readonly mint: (scope: "read" | "write") => Promise<string>;
  /** Makes another workspace; an admin's token of it. */
  readonly openWorkspace: (slug: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

type Files = Readonly<Record<string, string>>;

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Starts `recall serve` on these files, in a temporary folder, with these settings, and waits until they can be searched. */
export async function openSite(files: Files, settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), "edge-recall-page-"));
  const home = join(folder, "home");
  write(join(folder, "notes"), files);
  let pid = 0;
  let link = "";
  let greeted = (): void => undefined;
  const greeting = new Promise<void>((done) => {
    greeted = done;
  });
  const served = spawnCli(["serve", "notes", "--port", "0"], {
    cwd: folder,
    env: { ...settings, RECALL_HOME: home },
    onStart: (started) => {
      pid = started;
    },
    onOutput: (stdout) => {
      link = /^ {2}Page +(\S+)$/m.exec(stdout)?.[1] ?? "";
      if (stdout.includes("Ctrl-C stops")) greeted();
    },
  });
  const ended = await Promise.race([greeting, served]);
  if (ended !== undefined) throw new Error(`the server did not start: ${ended.stdout}${ended.stderr}`);
  const config = readFileSync(join(home, "config.json"), "utf8");
  const { url, token, ownerToken } = JSON.parse(config) as Pick<Site, "url" | "token" | "ownerToken">;
  const callAs = async <Answer>(bearer: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const call = <Answer>(method: string, path: string, body?: unknown) =>
    callAs<Answer>(token, method, path, body);
  return {
    url,
    token,
    ownerToken,
    link,
    call,
    callAs,
    mint: async (scope) => (await call<{ token: string }>("POST", "/v1/tokens", { scope })).token,
    async openWorkspace(slug) {
      await callAs(ownerToken, "POST", "/v1/workspaces", { slug });
      const asked = { scope: "admin", workspace: slug };
      return (await callAs<{ token: string }>(ownerToken, "POST", "/v1/tokens", asked)).token;
    },
    async stop() {
      process.kill(pid, "SIGINT");
      await served;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
