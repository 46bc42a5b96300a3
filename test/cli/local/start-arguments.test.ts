import { expect, it } from "vitest";
import { readStartArguments } from "../../../src/cli/local/start-arguments.ts";

it.each([
  [[], {}],
  [["notes"], { folder: "notes" }],
  [["notes", "--port", "9000"], { folder: "notes", port: 9000 }],
  [["--port=0"], { port: 0 }],
  [["--port", "65535"], { port: 65_535 }],
  [["--", "--notes"], { folder: "--notes" }],
])("starts with %j", (args, options) => {
  expect(readStartArguments(args)).toEqual(options);
});

it.each([
  [["a", "b"], /One folder/],
  [["--prot", "1"], /--prot/],
  [["--port"], /--port/],
  [["--port", "65536"], /from 0 to 65535/],
  [["--port", "000080"], /from 0 to 65535/],
  [["--port", "ten"], /from 0 to 65535/],
])("tells what is wrong with %j, and how it is used", (args, why) => {
  const asked = readStartArguments(args);
  expect(asked).toMatchObject({ exitCode: 2, usage: expect.stringMatching(why) });
  expect(asked).toMatchObject({ usage: expect.stringContaining("Usage: npm start") });
});

it("prints its usage when asked", () => {
  expect(readStartArguments(["--help"])).toMatchObject({
    exitCode: 0,
    usage: expect.stringMatching(/^Usage/),
  });
});

it("takes a short -h for --help, and says what every part is", () => {
  const asked = readStartArguments(["-h"]);
  expect(asked).toEqual(readStartArguments(["a", "--help"]));
  expect(asked).toMatchObject({ exitCode: 0, usage: expect.stringMatching(/default: PORT, else 8787/) });
});
