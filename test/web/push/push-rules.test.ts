import { describe, expect, it } from "vitest";
import { FORMATS, formatOf } from "../../../src/cli/formats/formats.ts";
import { byBytes, readDropped, withoutCommonFolder } from "../../../src/web/push/dropped-files.ts";
import { isConvertible, verdictOn, withRulesOf } from "../../../src/web/push/leave-out.ts";
import { rootNameOf } from "../../../src/web/push/root-name.ts";
import { selectFiles } from "../../../src/web/push/use-push.ts";

const dropped = (path: string, text: string | Uint8Array<ArrayBuffer> = "text\n") => ({
  path,
  file: new File([text], path),
});

describe("what is dropped", () => {
  it("loses the one folder that all of it is in, and comes in the server's order", () => {
    const files = ["a/ﬀ.md", "a/😀.md", "a/b/c.md"].map((path) => dropped(path));
    const { folder, files: inside } = withoutCommonFolder(files);
    expect([folder, inside.map(({ path }) => path)]).toEqual(["a", ["b/c.md", "ﬀ.md", "😀.md"]]);
    expect(withoutCommonFolder([dropped("a/b.md"), dropped("c.md")]).folder).toBeUndefined();
    expect(withoutCommonFolder([])).toEqual({ folder: undefined, files: [] });
    expect(byBytes({ path: "a" }, { path: "ab" })).toBeLessThan(0);
  });

  it("is left out by the rules of a push and by its own ignore files, .recallignore first", async () => {
    const verdicts = {
      "a.md": "push",
      "docs/a.log": "ignored",
      "docs/keep.log": "push",
      "keep.log": "ignored",
      "top.md": "ignored",
      "docs/top.md": "push",
      ".env": "secret",
      "keys/id_rsa": "secret",
      "node_modules/a/index.js": "ignored",
      ".git/config": "ignored",
      "package-lock.json": "ignored",
      "photo.JPG": "binary",
      ".gitignore": "ignored",
      "docs/plan.txt": "ignored",
      ".github/ci.yml": "push",
    };
    const rules = await withRulesOf([
      dropped("docs/.gitignore", "!keep.log\n!plan.txt\n"),
      dropped(".gitignore", "*.log\n/top.md\n"),
      dropped(".recallignore", "plan.txt\n!.github/\n"),
      dropped("docs/a.gitignore", "a.md\n"),
    ]);
    const judged = Object.keys(verdicts).map((path) => [path, verdictOn(path, rules)]);
    expect(Object.fromEntries(judged)).toEqual(verdicts);
  });

  it("is named after its folder, as far as a root can be", async () => {
    expect(["notes", "..my notes!", "日誌", "-"].map(rootNameOf)).toEqual(["notes", "my notes-", "日誌", ""]);
    expect(new TextEncoder().encode(rootNameOf("é".repeat(50))).length).toBeLessThanOrEqual(64);
    const files = [dropped("a.md"), dropped(".env"), dropped("b.png")];
    const selection = await selectFiles({ folder: "my notes", files });
    expect(selection).toMatchObject({ root: "my notes", leftOut: ["b.png"], secrets: [".env"] });
    expect((await selectFiles({ folder: undefined, files: [] })).root).toBe("uploads");
  });

  it("is told of what the command line converts, of all its formats that are no text", () => {
    const endings = Object.values(FORMATS).flatMap((format) => ("isText" in format ? [] : format.endings));
    expect(endings.map((ending) => isConvertible(`a.b/c.${ending}`))).toEqual(endings.map(() => true));
    expect(["a.doc", "pdf.png", "a.html", "a.pdf.zip"].filter(isConvertible)).toEqual([]);
    const known = ["a.pdf", "a.docx", "a.pptx", "a.xlsx", "a.odt", "a.odp", "a.ods", "a.epub"];
    expect(known.filter((name) => formatOf(name) === undefined)).toEqual([]);
  });

  it("never is what holds recall's own tokens, however it was chosen", async () => {
    const pushed = async (folder: string | undefined, paths: readonly string[]) =>
      (await selectFiles({ folder, files: paths.map((path) => dropped(path)) })).files.map(
        ({ path }) => path,
      );
    for (const folder of [".recall", ".ssh", ".git", ".config", "node_modules", "edge-recall"])
      expect(await pushed(folder, ["config.json", "known_hosts"]), folder).toEqual([]);
    const inside = ["edge-recall/config.json", "edge-recall/x/y.md", "edge-recall.md", "app/config.json"];
    expect(await pushed("backup", inside)).toEqual(["edge-recall.md", "app/config.json"]);
    expect(await pushed(undefined, inside)).toEqual(["edge-recall.md", "app/config.json"]);
    for (const beside of ["machine-id", "trusted-homes.json", "signing-secret"])
      expect(await pushed("copy", ["a.md", "old/config.json", `old/${beside}`]), beside).toEqual(["a.md"]);
    expect(await pushed("home", ["run.json", "state/v3/a.txt", "b.md"])).toEqual([]);
    expect(await pushed("w", ["config.json", "deploy.json", "b/deploy.json"])).toEqual([
      "config.json",
      "b/deploy.json",
    ]);
    const files = ["config.json", "machine-id"].map((path) => dropped(`old/${path}`));
    const { secrets } = await selectFiles({ folder: "copy", files });
    expect(secrets).toEqual(["old/config.json", "old/machine-id"]);
    // The clone of this project is called the same and holds none.
    expect(await pushed("edge-recall", ["README.md", "src/config.json"])).toEqual([
      "README.md",
      "src/config.json",
    ]);
  });

  it("is read as the command line reads it: bytes hashed, other encodings and large files told", async () => {
    const text = "# Überschrift\r\n";
    const read = await readDropped(dropped("a.md", text), 100);
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 32);
    expect(read).toMatchObject({ kind: "text", bytes: 16, document: { path: "a.md", text, hash } });
    const latin1 = Uint8Array.of(0x63, 0x61, 0x66, 0xe9);
    const utf8 = createHash("sha256").update("caf\u00e9").digest("hex").slice(0, 32);
    expect(await readDropped(dropped("b.md", latin1), 100)).toMatchObject({
      ...{ kind: "text", bytes: 5 },
      document: { text: "caf\u00e9", hash: utf8 },
    });
    const cyrillic = Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2);
    expect(await readDropped(dropped("b.md", cyrillic), 100)).toMatchObject({
      refused: { code: "not_text" },
    });
    expect(await readDropped(dropped("c.md", Uint8Array.of(0, 1, 2)), 100)).toEqual({ kind: "binary" });
    expect(await readDropped(dropped("d.md", text), 3)).toMatchObject({ refused: { code: "too_large" } });
  });
});
