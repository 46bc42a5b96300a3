import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAKE_TOKEN } from "../fake-proof.ts";
import { fakeServer } from "../fake-server.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";
import { hostileFiles } from "./hostile-files.ts";
import { pdfOf } from "./small-files.ts";

const MAX_MEMORY_BYTES = 500_000_000;

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

/** The most memory that a process, and any that it started, had, bytes; 0 where the system does not tell. */
function watchMemory(pid: number): { readonly peaks: () => readonly number[]; readonly end: () => void } {
  const peaks = [0, 0];
  const look = (): void => {
    const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(" ");
    for (const [at, one] of [pid, ...children].entries()) {
      const bytes = Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${one}/status`))?.[1] ?? 0) * 1024;
      peaks[Math.min(at, 1)] = Math.max(peaks[Math.min(at, 1)] ?? 0, bytes);
    }
  };
  const timer = setInterval(look, 10);
  return { peaks: () => peaks, end: () => clearInterval(timer) };
}

it("reports each of 200 hostile files of one push within 500 MB, and sends the sound one after them", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder();
  const names: string[] = [];
  for (const [name, bytes] of hostileFiles()) names.push(name) && writeInto(cwd, `papers/${name}`, bytes);
  writeInto(cwd, "papers/zz-sound.pdf", pdfOf(["Still at work"]));
  let memory: ReturnType<typeof watchMemory> | undefined;
  const startedAtMs = performance.now();
  const { stdout, stderr } = await spawnCli(["push", "papers", "--json"], {
    cwd,
    env: { RECALL_URL: server.url, RECALL_TOKEN: FAKE_TOKEN },
    onStart: (pid) => {
      memory = watchMemory(pid);
    },
  });
  memory?.end();
  const report = JSON.parse(stdout);
  const failed = (report.failed as readonly { path: string; message: string }[]).map(({ path }) => path);
  const sent = [...(server.roots.get("papers")?.keys() ?? [])];
  const [own = 0, converters = 0] = (memory?.peaks() ?? []).map((bytes) => Math.round(bytes / 1_000_000));
  process.stdout.write(
    `200 hostile files: ${failed.length} reported, ${sent.length - 1} sent, ${Math.round((performance.now() - startedAtMs) / 1_000)} s, ${own} MB, the converters' process ${converters} MB\n`,
  );
  expect(stderr).toBe("");
  // Damaged text that is data by now is counted among what is left out.
  const binary = (report.leftOut.rows as readonly { files: number }[]).reduce(
    (sum, { files }) => sum + files,
    0,
  );
  expect(failed.length + sent.length + binary).toBe(names.length + 1);
  expect([...names, "zz-sound.pdf"]).toEqual(expect.arrayContaining([...failed, ...sent]));
  expect(sent).toContain("zz-sound.pdf");
  expect(Math.max(...(memory?.peaks() ?? []))).toBeLessThan(MAX_MEMORY_BYTES);
});
