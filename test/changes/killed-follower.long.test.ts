import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { serveClient } from "../support/serve-client.ts";
import { createWorld } from "../support/worlds/world.ts";

const KILLS = 50;
const FOLLOWER = join(import.meta.dirname, "follower.ts");

it("a follower that is killed 50 times sees each change at least once, and in order", async () => {
  const world = await createWorld({ TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" });
  const server = await serveClient(world.client);
  const folder = mkdtempSync(join(tmpdir(), "follower-"));
  const seen = (): string[] =>
    existsSync(join(folder, "seen")) ? readFileSync(join(folder, "seen"), "utf8").trim().split("\n") : [];
  const token = await world.client.workspace("default");
  const written: string[] = [];
  let follower: ChildProcess | undefined;
  const start = (): ChildProcess =>
    spawn(process.execPath, [FOLLOWER, server.url, token, folder], { stdio: "inherit" });
  const write = async (): Promise<void> => {
    const path = `${written.length}.md`;
    await world.client.upload(token, { [path]: `Heron ${written.length}.\n` });
    written.push(`added ${path}`);
  };
  try {
    for (let kills = 0; kills < KILLS; kills++) {
      follower = start();
      const ended = once(follower, "exit");
      // Long enough to begin at times, too short at others: at whatever it is then, it dies.
      const untilMs = Date.now() + 200 + ((kills * 137) % 500);
      while (Date.now() < untilMs) {
        await write();
        await sleep(20);
      }
      follower.kill("SIGKILL");
      await ended;
    }
    await write();
    follower = start();
    while (!seen().includes(written.at(-1) ?? "")) {
      expect(`follower: ${follower.exitCode}`).toBe("follower: null");
      await sleep(50);
    }
    const each = [...new Set(seen())];
    expect(each).toEqual(written);
    expect(written.length).toBeGreaterThan(KILLS);
  } finally {
    follower?.kill("SIGKILL");
    server.close();
    rmSync(folder, { recursive: true });
    await world.dispose();
  }
}, 180_000);
