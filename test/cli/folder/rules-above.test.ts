import { join } from "node:path";
import { expect, it } from "vitest";
import { walk } from "../../../src/cli/folder/walk.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const pathsOf = async (folder: string) => (await walk(folder)).files.map(({ path }) => path);

it("obeys no .gitignore above a folder that is in no repository", async () => {
  const folder = temporaryFolder({ ".gitignore": "*.md\n", "docs/a.md": "" });
  expect(await pathsOf(join(folder, "docs"))).toEqual(["a.md"]);
});

it("obeys no .recallignore above the folder, and its own of both kinds", async () => {
  const folder = temporaryFolder({
    ...{
      ".git/HEAD": "",
      ".recallignore": "*.md\n",
      "docs/.recallignore": "*.txt\n",
      "docs/.gitignore": "*.log\n",
    },
    ...{ "docs/a.md": "", "docs/a.txt": "", "docs/a.log": "" },
  });
  expect(await pathsOf(join(folder, "docs"))).toEqual(["a.md"]);
});

it("leaves aside the rules above that ignore the very folder, and keeps the others", async () => {
  const folder = temporaryFolder({
    ...{
      ".git/HEAD": "",
      ".gitignore": "/out/\n",
      "out/.gitignore": "*.log\n",
      "out/docs/a.md": "",
      "out/docs/a.log": "",
    },
  });
  expect(await pathsOf(join(folder, "out", "docs"))).toEqual(["a.md"]);
});
