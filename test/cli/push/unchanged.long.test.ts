import { lstatSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FAKE_TOKEN } from "../fake-proof.ts";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Files that were saved so long before a push are not read by the next one, milliseconds. */
const OLD_MS = 2_000;
const PASSWORD = ["hunter", "2hunter", "22xY"].join("");
const FILES = {
  "n/a.md": "one",
  "n/b.md": "two",
  "n/c.md": "six",
  "n/latin.txt": Buffer.from("café au lait", "latin1"),
  "n/secret.md": `mysql -u app -p${PASSWORD} shop\n`,
  "n/page.html": "<!doctype html><title>Buoy</title><main><p>The buoy is adrift.</p></main>",
};

it("reports of an unchanged folder what its first push did, and sends every change, also of one size and an old time", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder(FILES);
  const run = async (...flags: readonly string[]) => {
    const env = { RECALL_URL: server.url, RECALL_TOKEN: FAKE_TOKEN };
    return JSON.parse((await runCli(["push", "n", "--json", ...flags], { cwd, env })).stdout);
  };
  const file = (name: string) => join(cwd, "n", name);
  const untilOld = () =>
    expect
      .poll(() => Math.max(...["a.md", "b.md", "c.md"].map((name) => lstatSync(file(name)).ctimeMs)))
      .toSatisfy((savedAtMs: number) => savedAtMs < Date.now() - OLD_MS);
  await untilOld();
  const first = await run();
  expect(first).toMatchObject({ uploaded: 6, recoded: [{ path: "latin.txt" }], redacted: [{ line: 1 }] });
  const second = await run();
  const { recoded, redacted, leftOut } = first;
  expect(second).toMatchObject({ requests: 1, uploaded: 0, unchanged: 6, recoded, redacted, leftOut });

  const { atime, mtime } = statSync(file("a.md"));
  writeFileSync(file("a.md"), "ONE");
  utimesSync(file("a.md"), atime, mtime);
  const old = statSync(file("b.md"));
  writeFileSync(file("new.md"), "TWO");
  utimesSync(file("new.md"), old.atime, old.mtime);
  renameSync(file("new.md"), file("b.md"));
  await untilOld();
  expect(await run()).toMatchObject({ uploaded: 2, unchanged: 4 });
  const texts = server.seen.flatMap(
    ({ body }) => (body as { documents?: readonly { text: string }[] })?.documents ?? [],
  );
  expect(texts.slice(-2).map(({ text }) => text)).toEqual(["ONE", "TWO"]);

  // By other rules the same files are sent otherwise.
  expect(await run("--secrets", "keep")).toMatchObject({ uploaded: 1, redacted: [] });
  expect(await run()).toMatchObject({ uploaded: 1, redacted });
});
