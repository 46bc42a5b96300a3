import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shellWord } from "../../../src/cli/terminal/terminal-safe.ts";

it("leaves a plain word as it is and quotes everything else", () => {
  expect(shellWord("src/a-b.md:1-20")).toBe("src/a-b.md:1-20");
  expect(shellWord("two words")).toBe("'two words'");
  expect(shellWord("~/notes")).toBe("'~/notes'");
  expect(shellWord("it's")).toBe("'it'\\''s'");
  expect(shellWord("")).toBe("''");
});

// The npm scripts need a POSIX shell on Windows too.
it.runIf(process.platform !== "win32")("is the same word to a real shell, whatever it holds", () => {
  const signs = fc.string({
    unit: fc.constantFrom("$", "`", "\\", '"', "'", "(", "!", "*", " ", "\n", "~", "a"),
  });
  const words = fc.sample(signs, 200);
  const command = `for word in ${words.map(shellWord).join(" ")}; do printf '%s\\0' "$word"; done`;
  expect(execFileSync("sh", ["-c", command], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(words);
});
