import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { readStandardInput } from "../../../src/cli/terminal/terminal.ts";

it("reads all of standard input, but waits for nothing where a person sits there", async () => {
  const input = () => Readable.from(["one\n", "two"]);
  expect(await readStandardInput({ input: input() }, "Say it")).toBe("one\ntwo");
  const sitting = Object.assign(input(), { isTTY: true });
  await expect(readStandardInput({ input: sitting }, "Say it")).rejects.toMatchObject({
    ...{ code: "invalid_input", message: "Say it" },
  });
});
