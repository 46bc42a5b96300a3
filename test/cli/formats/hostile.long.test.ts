import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { convertApart } from "../../../src/cli/formats/convert-host.ts";
import { formatOf } from "../../../src/cli/formats/formats.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";
import { hostileFiles } from "./hostile-files.ts";
import { pdfOf } from "./small-files.ts";

/** The most memory that processes started by this one had, bytes; 0 where the system does not tell. */
function watchMemory(): { readonly peak: () => number; readonly end: () => void } {
  let peak = 0;
  const read = (file: string): string => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  };
  const look = (): void => {
    for (const child of read(`/proc/self/task/${process.pid}/children`).trim().split(" "))
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${child}/status`))?.[1] ?? 0) * 1024);
  };
  const timer = setInterval(look, 10);
  return { peak: () => peak, end: () => clearInterval(timer) };
}

it("answers for each of 200 hostile files within 500 MB, and goes on", async () => {
  const folder = temporaryFolder();
  const memory = watchMemory();
  let answers = 0;
  for (const [name, bytes] of hostileFiles()) {
    writeInto(folder, name, bytes);
    const format = formatOf(name);
    if (format === undefined) throw new Error(`${name} is not converted`);
    await convertApart({ file: join(folder, name), format });
    answers++;
  }
  memory.end();
  expect(answers).toBe(200);
  expect(memory.peak()).toBeLessThan(500_000_000);
  writeInto(folder, "sound.pdf", pdfOf(["Still at work"]));
  const sound = await convertApart({ file: join(folder, "sound.pdf"), format: "pdf" });
  expect(sound.text).toContain("Still at work");
});
