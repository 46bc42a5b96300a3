import fc from "fast-check";
import { expect, it } from "vitest";
import { columnsOf } from "../../../src/cli/terminal/columns.ts";
import { duration, patiently, progressLine, progressText } from "../../../src/cli/terminal/progress-line.ts";

const state = (more: object) => ({
  what: "sending",
  done: 300,
  total: 1_204,
  before: 0,
  elapsedMs: 10_000,
  ...more,
});

function recordingTerminal(canAsk: boolean) {
  const written: string[] = [];
  const terminal = {
    err: (text: string) => written.push(text),
    canAsk,
    columns: 80,
  };
  return { terminal, written };
}

it.each([
  ["rate and remaining time", state({}), "sending ██████░░░░░░░░░░░░░░░░░░ 300/1,204, 30/s, 31 s left"],
  ["neither in the first second", state({ elapsedMs: 900 }), "sending ██████░░░░░░░░░░░░░░░░░░ 300/1,204"],
  [
    "what was done before at no cost",
    state({ before: 290 }),
    "sending ██████░░░░░░░░░░░░░░░░░░ 300/1,204, 1.0/s, 15 min left",
  ],
  ["no end that nobody knows", state({ total: undefined }), "sending 300, 30/s"],
  ["nothing to do", state({ done: 0, total: 0 }), `sending ${"█".repeat(24)} 0/0`],
])("says %s", (_, wanted, line) => {
  expect(progressText(wanted, 80)).toBe(line);
});

it("fits any number of columns", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 100 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (columns, done, total, elapsedMs) => {
        expect(
          columnsOf(progressText({ what: "索引 files", done, total, before: 0, elapsedMs }, columns)),
        ).toBeLessThanOrEqual(columns);
      },
    ),
  );
});

it.each([
  [0.2, "1 s"],
  [119, "119 s"],
  [150, "3 min"],
  [7_500, "2 h 5 min"],
])("tells %d seconds as %s", (seconds, told) => {
  expect(duration(seconds)).toBe(told);
});

it("counts anew for other work, redraws now and then, and takes its line away", () => {
  const { terminal, written } = recordingTerminal(true);
  let nowMs = 0;
  const progress = progressLine(terminal, () => nowMs);
  progress.update("verifying", 0, 10);
  progress.update("verifying", 1, 10);
  nowMs = 5_000;
  progress.update("sending", 100, 200);
  nowMs = 7_000;
  progress.update("sending", 120, 200);
  progress.end();
  expect(written).toHaveLength(4);
  expect(written[2]).toContain("120/200, 10/s, 8 s left");
  expect(written[3]).toBe("\r\u001b[2K");
});

it("says nothing where nobody watches", async () => {
  const { terminal, written } = recordingTerminal(false);
  progressLine(terminal).update("sending", 1, 2);
  expect(await patiently(terminal, "asking", async () => 7)).toBe(7);
  expect(written).toEqual([]);
});

it("says what it waits for after a second, and takes that away when the work fails too", async () => {
  const { terminal, written } = recordingTerminal(true);
  const slow = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no")), 1_200));
  await expect(patiently(terminal, "asking", slow)).rejects.toThrow("no");
  expect(written).toEqual(["\r\u001b[2Kasking … 1 s", "\r\u001b[2K"]);
  await patiently(terminal, "asking", async () => 7);
  expect(written).toHaveLength(2);
});
