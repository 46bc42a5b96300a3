import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { openScreen } from "../../../../../src/cli/commands/search/interactive/screen.ts";

const LEAVE = "\u001b[0m\u001b[?2004l\u001b[?25h\u001b[?1049l";

it("takes the terminal, says how large it is, and gives it back once, as it was", () => {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => raw.push(on) });
  const output = Object.assign(new PassThrough(), { columns: 0, rows: 0 });
  const written: string[] = [];
  output.on("data", (data: Buffer) => written.push(data.toString()));
  const seen: string[] = [];
  const events = {
    onKey: (typed: string | undefined) => seen.push(`key ${typed}`),
    onResize: () => seen.push("resize"),
    onEnd: () => seen.push("end"),
  };
  const before = process.listenerCount("exit");
  type Streams = [input: NodeJS.ReadStream, output: NodeJS.WriteStream];
  const screen = openScreen(events, ...([input, output] as unknown as Streams));
  expect(screen.size()).toEqual({ columns: 80, rows: 24 });
  Object.assign(output, { columns: 100, rows: 30 });
  expect(screen.size()).toEqual({ columns: 100, rows: 30 });
  output.emit("resize");
  input.emit("keypress", "a", {});
  screen.leave();
  screen.leave();
  screen.enter();
  screen.enter();
  screen.close();
  output.emit("resize");
  input.emit("keypress", "b", {});
  expect(seen).toEqual(["resize", "key a"]);
  const enter = "\u001b[?1049h\u001b[?2004h";
  expect([raw, written]).toEqual([
    [true, false, true, false],
    [enter, LEAVE, enter, LEAVE],
  ]);
  expect(process.listenerCount("exit")).toBe(before);
});
