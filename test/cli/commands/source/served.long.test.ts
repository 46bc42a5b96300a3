import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { pageOf, webSite } from "../../../support/web-site.ts";
import { serveWith } from "../../local/serve-while.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const WAIT = { timeout: 120_000, interval: 500 };

it("pulls a site into a server of this machine, and goes on after a restore from its backup", async () => {
  const site = await webSite({
    "/": pageOf("Start", "Here it begins.", ["/heron", "/stork"]),
    "/heron": pageOf("Heron", "Herons fish at the weir."),
    "/stork": pageOf("Stork", "Storks nest on chimneys."),
  });
  opened.push(site);
  const folder = temporaryFolder({});
  const home = join(folder, "home");
  const env = { RECALL_HOME: home, SOURCE_HOSTS: site.host };
  const recall = (...args: readonly string[]) => runCli(args, { cwd: folder, env });
  const json = async (...args: readonly string[]) => JSON.parse((await recall(...args, "--json")).stdout);
  const found = async (query: string): Promise<string[]> =>
    (await json("search", query)).hits.map(({ path }: { path: string }) => path);
  /** Until a run has ended that began at another time than this. */
  const ranAfter = (before: string | null) =>
    expect
      .poll(async () => {
        const { state, startedAt } = await json("source", "show", "birds");
        return [state, startedAt !== before];
      }, WAIT)
      .toEqual(["waiting", true]);
  /** Another run, to its end: whoever asks while one is under way has that one. */
  const run = async () => {
    await expect.poll(async () => (await json("source", "show", "birds")).state, WAIT).toBe("waiting");
    const { startedAt } = await json("source", "show", "birds");
    expect((await recall("source", "run", "birds")).code).toBe(0);
    await ranAfter(startedAt);
  };

  await serveWith([], {
    folder,
    env,
    work: async () => {
      const added = await recall("source", "add", site.url, "--root", "birds");
      expect(added).toMatchObject({ code: 0, stderr: "" });
      await expect.poll(() => found("chimneys"), WAIT).toEqual(["stork.md"]);
      site.pages["/stork"] = pageOf("Stork", "Storks left for Africa.");
      await run();
      expect([await found("Africa"), await found("chimneys")]).toEqual([["stork.md"], []]);
      expect(await recall("backup")).toMatchObject({ code: 0, stderr: "" });
    },
  });

  rmSync(join(home, "state"), { recursive: true });
  delete site.pages["/stork"];
  site.pages["/"] = pageOf("Start", "Here it begins.", ["/heron"]);
  await serveWith([], {
    folder,
    env,
    work: async () => {
      const restored = await recall("restore");
      expect(restored).toMatchObject({ code: 0, stderr: "" });
      expect(restored.stdout).toContain("Everything of the backup is there.");
      expect(await found("Africa")).toEqual(["stork.md"]);
      // A restored source is due at once, and nobody has to ask for its first run.
      await ranAfter(null);
      expect(await found("Africa"), "the first run deletes nothing").toEqual(["stork.md"]);
      await run();
      expect([await found("Africa"), await found("weir")]).toEqual([[], ["heron.md"]]);
      expect((await recall("doctor")).code).toBe(0);
    },
  });

  rmSync(join(home, "state"), { recursive: true });
  await serveWith([], {
    folder,
    // The site is inside this machine, and this server's owner lets no source have it.
    env: { RECALL_HOME: home },
    work: async () => {
      const refused = await recall("restore");
      expect(refused.code).toBe(1);
      expect(refused.stdout).toMatch(/refused: birds:http:\S+: .*port 80 or 443 only/);
      expect(await found("Africa")).toEqual(["stork.md"]);
    },
  });
});
