import { expect, it } from "vitest";
import { LeftOutCounter } from "../../../src/cli/folder/left-out.ts";
import { walk } from "../../../src/cli/folder/walk.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it("counts the files of a folder that a rule leaves out, by the rule and its file", async () => {
  const folder = temporaryFolder({
    ".gitignore": "out/\n",
    ...{ "a.md": "", "out/1.md": "", "out/deep/2.md": "", "sub/out/3.md": "", "node_modules/m/i.js": "" },
  });
  const { rows } = await walk(folder, { includeHidden: true });
  expect(rows).toEqual([
    {
      ...{ reason: "rule", rule: "out/", from: ".gitignore", files: 3, folders: 2 },
      places: [
        { path: "out/", files: 2 },
        { path: "sub/out/", files: 1 },
      ],
    },
    {
      ...{ reason: "rule", rule: "node_modules/", from: undefined, files: 1, folders: 1 },
      places: [{ path: "node_modules/", files: 1 }],
    },
  ]);
});

it("stops counting where that would cost more than the push, and says so", async () => {
  const files = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`out/${at}/x.md`, ""]));
  const folder = temporaryFolder(files);
  const counter = new LeftOutCounter(8);
  await counter.folder({ reason: "rule", rule: "out/" }, "out/", `${folder}/out`);
  const [row] = counter.result().rows;
  expect(row).toMatchObject({ folders: 1, isMore: true });
  expect(row?.files).toBeLessThan(6);
  const { rows } = await walk(temporaryFolder({ "build/x.md": "" }), { counts: "none" });
  expect(rows).toMatchObject([{ files: 0, folders: 1, isMore: true }]);
});

it("names at most 1,000 places of a rule, and counts what is in the others", () => {
  const counter = new LeftOutCounter(0);
  for (let at = 0; at < 1_500; at++) counter.file({ reason: "binary", ending: "png" }, `f${at}/`);
  const [row] = counter.result().rows;
  expect([row?.files, row?.places.length]).toEqual([1_500, 1_000]);
});
