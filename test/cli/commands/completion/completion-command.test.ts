import { expect, it } from "vitest";
import { completionScript } from "../../../../src/cli/commands/completion/completion.ts";
import { wholeProgram } from "../../../../src/cli/program.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

it("prints the script of a shell, of every command there is", async () => {
  const cwd = temporaryFolder();
  const script = completionScript("fish", await wholeProgram());
  expect(await runCli(["completion", "fish"], { cwd })).toEqual({
    code: 0,
    stdout: `${script.trimEnd()}\n`,
    stderr: "",
  });
  const json = JSON.parse((await runCli(["completion", "fish", "--json"], { cwd })).stdout);
  expect(json).toEqual({ shell: "fish", script });
  const other = await runCli(["completion", "tcsh"], { cwd });
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("bash, zsh, fish") });
});
