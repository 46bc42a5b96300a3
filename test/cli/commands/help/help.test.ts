import { expect, it } from "vitest";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const help = (...names: string[]) => runCli(["help", ...names], { cwd: temporaryFolder() });

it("explains a command as --help does, also one below another, and lists them all without a name", async () => {
  const cwd = temporaryFolder();
  for (const names of [["search"], ["token", "create"]]) {
    const told = await help(...names);
    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(told.stdout).toBe((await runCli([...names, "--help"], { cwd })).stdout);
  }
  expect((await help()).stdout).toMatch(
    /^Usage: recall \[options\] \[command\]\n[\s\S]*\n {2}token +create, list/,
  );
  expect((await help("token", "create")).stdout).toMatch(/^Usage: recall token create /);
});

it.each([
  [["serch"], "unknown command 'serch'\n(Did you mean search?)"],
  [["token", "creat"], "unknown command 'creat'\n(Did you mean create?)"],
])("refuses %j with the nearest name", async (names, message) => {
  expect(await help(...names)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(message),
  });
});
