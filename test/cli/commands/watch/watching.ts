import { expect, onTestFinished, vi } from "vitest";
import { FAKE_TOKEN } from "../../fake-proof.ts";
import { type FakeServer, fakeServer } from "../../fake-server.ts";
import { type CliRun, spawnCli } from "../../spawn-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** Long enough for a loaded machine, milliseconds. */
const PATIENCE_MS = 60_000;

export interface Watching {
  readonly server: FakeServer;
  /** The watched folder. */
  readonly folder: string;
  /** Paths that the server has. */
  readonly paths: () => readonly string[];
  /** All that was printed so far. */
  readonly printed: () => string;
  readonly until: (isTrue: () => boolean) => Promise<void>;
  /** Ctrl-C. */
  readonly stop: () => void;
  readonly ended: Promise<CliRun>;
}

export interface WatchSetting {
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly server?: FakeServer;
}

/** Runs the real `recall watch` on a folder `n` of these files. */
export async function watching({ files = {}, flags = [], server }: WatchSetting = {}): Promise<Watching> {
  const fake = server ?? (await fakeServer());
  const inFolder = Object.entries(files).map(([path, text]) => [`n/${path}`, text]);
  const cwd = temporaryFolder({ "n/first.md": "first", ...Object.fromEntries(inFolder) });
  let pid = 0;
  let stdout = "";
  const ended = spawnCli(["watch", "n", ...flags], {
    cwd,
    env: { RECALL_URL: fake.url, RECALL_TOKEN: FAKE_TOKEN },
    onStart: (started) => {
      pid = started;
    },
    onOutput: (text) => {
      stdout = text;
    },
  });
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  const stop = (): void => {
    if (isRunning) process.kill(pid, "SIGINT");
  };
  onTestFinished(async () => {
    if (isRunning) process.kill(pid, "SIGKILL");
    await ended;
  });
  return {
    server: fake,
    folder: `${cwd}/n`,
    paths: () => [...(fake.roots.get("n")?.keys() ?? [])].sort(),
    printed: () => stdout,
    until: (isTrue) => vi.waitFor(() => expect(isTrue()).toBe(true), { timeout: PATIENCE_MS, interval: 50 }),
    stop,
    ended,
  };
}

/** Waits until the first push is done and changes are waited for. */
export async function started(setting: WatchSetting = {}): Promise<Watching> {
  const watched = await watching(setting);
  await watched.until(() => watched.printed().includes("watching"));
  return watched;
}
