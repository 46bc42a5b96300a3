import { expect, it } from "vitest";
import { refusing } from "../../answering.ts";
import { watched } from "./watched.ts";

/** A word in Windows-1251. */
const CYRILLIC = Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);

it("tells a push in a line, and that it goes on watching", async () => {
  const { code, stdout, server } = await watched({ "a.md": "one", "b.md": "three", ".c.md": "" });
  expect([code, stdout]).toEqual([0, "n: 2 sent (8 bytes), 2 passages\nwatching; Ctrl-C ends it\n"]);
  expect([...(server.roots.get("n")?.keys() ?? [])]).toEqual(["a.md", "b.md"]);
});

it("names the first file that is not pushed, safe to show, and what is gone", async () => {
  const { stdout } = await watched({ "\u001b.txt": CYRILLIC, "z.txt": CYRILLIC }, { indexed: ["old.md"] });
  expect(stdout).toBe(
    "n: 0 sent, 2 not pushed (␛.txt: the text is not UTF-8: convert it first), 1 gone, still indexed (--mirror)\n" +
      "watching; Ctrl-C ends it\n",
  );
});

it("deletes what is gone with --mirror, but not most of a root without --yes", async () => {
  const many = Array.from({ length: 25 }, (_, at) => `old-${at}.md`);
  const push = async (...flags: readonly string[]) =>
    (
      await watched({ ".a.md": "one" }, { flags: ["--mirror", "--include-hidden", ...flags], indexed: many })
    ).stdout.split("\n")[0];
  expect(await push()).toBe("n: 1 sent (3 bytes), 1 passage, not deleted: That is most of the root");
  expect(await push("--yes")).toBe("n: 1 sent (3 bytes), 25 deleted, 1 passage");
});

it("prints an object a push for programs, and nothing else", async () => {
  const { code, stdout, stderr } = await watched({ "a.md": "one" }, { flags: ["--json", "--root", "other"] });
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({
    at: expect.stringMatching(/^\d{4}-/),
    root: "other",
    uploaded: 1,
  });
});

it("ends with what no later try mends", async () => {
  const fault = refusing(403, "forbidden", "This token may not write: ask");
  expect(await watched({ "a.md": "one" }, { faults: [fault] })).toMatchObject({ code: 3, stdout: "" });
});
