import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Some notes of a few paragraphs each. */
const notes = (): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `note${at}.md`,
      `# Note ${at}\n\nThe heron number ${at} waits beside the quiet weir.\n\nEels pass the gate in the evening of day ${at}.\n`,
    ]),
  );

/** What a script reports as JSON of a folder of notes. */
function reportOf(script: string, ...options: readonly string[]) {
  const args = [join(ROOT, "scripts", script), temporaryFolder(notes()), "--json", ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

it("npm run bench measures searches, with embedded parts and with models", () => {
  const { corpus, embedded, models } = reportOf("bench.ts", "--chunks", "40", "--queries", "8");
  expect(corpus).toMatchObject({ queries: 8, areQueriesJudged: false });
  for (const measure of [embedded.keyword, embedded.edge, models.edge]) {
    expect(measure.p50Ms).toBeGreaterThan(0);
    expect(measure.degraded).toBe(0);
  }
  expect(models.hops).toEqual({ cold: 4, warm: 3, repeated: 1 });
});

it("npm run cpu measures searches, uploads and background runs without the database", () => {
  const { kinds, together } = reportOf("cpu.ts", "--queries", "4");
  const measured = kinds as readonly { readonly name: string; readonly requests: number }[];
  expect(measured.map(({ name, requests }) => [name, requests > 0])).toEqual([
    ["search, keyword", true],
    ["search, neural pool and re-ranking", true],
    ["the same again, from its kept answer", true],
    ["upload, unit of the free plan", true],
    ["background run of the free plan", true],
  ]);
  // The models of one search answer after 220 ms, one after the other; those of twenty are asked side by side.
  expect(together.oneMs).toBeGreaterThan(220);
  expect(together.twentyMs).toBeGreaterThan(together.oneMs);
  expect(together.twentyMs).toBeLessThan(20 * together.oneMs);
});
