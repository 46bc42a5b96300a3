import { h } from "preact";
import { describe, expect, it } from "vitest";
import { chosenFiles } from "../../../src/web/push/choose-files.ts";
import { readDropped } from "../../../src/web/push/dropped-files.ts";
import { PushPanel } from "../../../src/web/push/push-panel.tsx";
import { pushStrings } from "../../../src/web/strings/push.ts";
import { browserId, originOf, rootNameOf } from "../../../src/web/push/root-name.ts";
import { asBrowser } from "../support/globals.ts";
import { type Answers, onPage, refusal } from "../support/screen.ts";

const LIMITS = { maxBatchBytes: 1_000_000, maxBatchFiles: 100, maxFileBytes: 1_000_000 };

interface Manifest {
  readonly join: boolean;
  readonly origin: string;
  readonly files?: readonly (readonly [string, ...unknown[]])[];
  readonly documents?: readonly { readonly path: string }[];
}

/** A server that has none of the files, and takes all. */
const taking: Answers = ({ body }) => {
  const { files = [], documents } = body as Manifest;
  if (documents === undefined)
    return {
      push: 7,
      limits: LIMITS,
      documents: 0,
      gone: [],
      refused: [],
      missing: files.map(([path]) => path),
    };
  return {
    indexed: documents.length,
    unchanged: 0,
    chunks: 2 * documents.length,
    toEmbed: 0,
    version: 1,
    failed: [],
  };
};

const storage = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

function open(answers: Answers = taking) {
  asBrowser({ localStorage: storage(new Map([["edge-recall.browser", "b1"]])) });
  let pushes = 0;
  const pushed = () => {
    pushes += 1;
  };
  const page = onPage(() => h(PushPanel, { pushed }), { answers });
  const drop = async (files: readonly File[]) => {
    const items = files.map((file) => ({ webkitGetAsEntry: () => null, getAsFile: () => file }));
    page.screen.fire(page.screen.one(".drop-zone"), "drop", { dataTransfer: { items } });
    await page.screen.until((screen) => screen.all("form").length > 0);
  };
  return { ...page, drop, pushes: () => pushes };
}

const file = (name: string, text: string | Uint8Array<ArrayBuffer> = "text\n") => new File([text], name);
const sent = ({ asked }: ReturnType<typeof open>) => asked.map(({ path }) => path);

describe("a push from the page", () => {
  it("says what it would push, sends it under the name that is typed, and reports", async () => {
    const page = open();
    const { screen } = page;
    screen.fire(screen.one(".drop-zone"), "dragover");
    expect(screen.all(".drop-zone-over")).toHaveLength(1);
    screen.fire(screen.one(".drop-zone"), "dragleave");
    expect(screen.all(".drop-zone-over")).toHaveLength(0);
    await page.drop([file("a.md"), file("b.md"), file("c.png"), file(".env")]);
    expect(screen.texts("form p")).toEqual([
      ...["2 files to push", "1 skipped, ignored by rules or not text: c.png"],
      "Skipped as secret by name: .env",
      ...["", "PushCancel"],
    ]);
    const name = screen.field("form input");
    expect(name.value).toBe("uploads");
    screen.type(name, " my notes ");
    page.screen.submit();
    await screen.shows("2 sent in 4 passages, 0 unchanged");
    expect(sent(page)).toEqual(["/v1/roots/my notes/manifest", "/v1/roots/my notes/documents"]);
    const [manifest, upload] = page.asked.map(({ body }) => body as Manifest & { push?: number });
    expect([manifest?.join, manifest?.push]).toEqual([false, undefined]);
    expect([upload?.push, upload?.origin]).toEqual([7, manifest?.origin]);
    expect(manifest?.origin).toBe(await originOf("b1", "my notes"));
    expect(page.pushes()).toBe(1);
    screen.press("Push more");
    expect(screen.all(".drop-zone")).toHaveLength(1);
  });

  it("names five secrets and counts the others", async () => {
    const page = open();
    await page.drop(Array.from({ length: 7 }, (_, at) => file(`id_rsa${at}.pem`)));
    expect(page.screen.texts("form p").slice(0, 2)).toEqual([
      "No files to push.",
      "Skipped as secret by name: id_rsa0.pem, id_rsa1.pem, id_rsa2.pem, id_rsa3.pem, id_rsa4.pem and 2 more",
    ]);
    expect(page.screen.one("[type=submit]").hasAttribute("disabled")).toBe(true);
    page.screen.submit();
    await page.screen.rest();
    expect(page.asked).toEqual([]);
    page.screen.press("Cancel");
    expect(page.screen.all(".drop-zone")).toHaveLength(1);
  });

  it("without a name is not begun", async () => {
    const page = open();
    await page.drop([file("a.md")]);
    page.screen.type(page.screen.field("form input"), "  ");
    expect(page.screen.one("[type=submit]").hasAttribute("disabled")).toBe(true);
  });

  it("into another's folder asks first, and shares it on demand", async () => {
    const page = open((asked) =>
      (asked.body as Manifest).join === false ? refusal(409, "root_exists", "It exists") : taking(asked),
    );
    await page.drop([file("a.md")]);
    page.screen.submit();
    await page.screen.shows("Another machine, folder or source fills “uploads”.");
    expect(page.screen.field("form input").value).toBe("uploads");
    page.screen.press("Share it");
    await page.screen.shows("1 sent in 2 passages");
    expect(page.asked.map(({ body }) => (body as Manifest).join)).toEqual([false, true, undefined]);
  });

  it("shares the folder whose name is typed by then", async () => {
    const page = open((asked) =>
      (asked.body as Manifest).join === false ? refusal(409, "root_exists", "It exists") : taking(asked),
    );
    await page.drop([file("a.md")]);
    page.screen.submit();
    await page.screen.shows("Another machine, folder or source fills “uploads”.");
    page.screen.type(page.screen.field("form input"), " team ");
    page.screen.press("Share it");
    await page.screen.shows("1 sent in 2 passages");
    expect(sent(page).slice(1)).toEqual(["/v1/roots/team/manifest", "/v1/roots/team/documents"]);
  });

  it("that fails says why and can be repeated; it shares nothing", async () => {
    const page = open(() => refusal(403, "forbidden", "Not allowed"));
    await page.drop([file("a.md")]);
    page.screen.submit();
    await page.screen.shows("Not allowed");
    expect([page.screen.has("Share it"), page.screen.has("Push"), page.pushes()]).toEqual([false, true, 1]);
  });

  it("that is stopped says that it can go on", async () => {
    const page = open(() => new Promise(() => undefined));
    await page.drop([file("a.md")]);
    page.screen.submit();
    await page.screen.until((screen) => screen.has("Stop") && page.asked.length === 1);
    expect(page.screen.one("meter").getAttribute("aria-label")).toBe("Comparing: 0 of 1");
    page.screen.press("Stop");
    await page.screen.shows("Stopped. Files already sent stay indexed; push again to continue.");
  });

  it("lists what failed and counts what is no text", async () => {
    const page = open();
    await page.drop([
      file("a.md", Uint8Array.of(0x63, 0xe9)),
      file("b.md", Uint8Array.of(0, 1)),
      file("c.md"),
    ]);
    page.screen.submit();
    await page.screen.shows("1 file failed");
    expect(page.screen.texts(".push-failed li")).toEqual(["a.md: the text is not UTF-8: convert it first"]);
    expect(page.screen.texts(".quiet")).toEqual(["1 skipped, ignored by rules or not text: b.md"]);
  });

  it("names a few of the files that it skips, and those that the command line converts", async () => {
    const page = open();
    await page.drop(
      ["a.PDF", "b.docx", "c.png", "d.zip", "e.tmp", "f.gif", "g.md"].map((name) => file(name)),
    );
    expect(page.screen.texts("form .quiet")).toEqual([
      "6 skipped, ignored by rules or not text: a.PDF, b.docx, c.png, d.zip, f.gif and 1 more",
      "recall push, on the command line, converts and takes: a.PDF, b.docx",
    ]);
  });

  it("counts the secrets that it did not send", () => {
    expect([1, 2].map(pushStrings.redacted)).toEqual([
      "1 secret not sent: a mark stands in its place",
      "2 secrets not sent: a mark stands in their place",
    ]);
  });

  it("of what cannot be read says so", async () => {
    const page = open();
    const items = [
      {
        webkitGetAsEntry: () => ({
          isFile: true,
          fullPath: "/a",
          file: (_: unknown, fail: (e: unknown) => void) => fail(new Error("x")),
        }),
      },
    ];
    page.screen.fire(page.screen.one(".drop-zone"), "drop", { dataTransfer: { items } });
    await page.screen.shows("the browser could not read it");
    expect(page.screen.texts("form p b")).toEqual(["No files to push."]);
  });
});

describe("a chosen file", () => {
  const chosen = (...paths: readonly string[]) => {
    const files = paths.map((path) =>
      Object.assign(file(path.slice(path.lastIndexOf("/") + 1)), {
        webkitRelativePath: path.includes("/") ? path : "",
      }),
    );
    return chosenFiles(files as unknown as FileList);
  };

  it("has its path in the chosen folder, or its name, composed", () => {
    const { folder, files } = chosen("notes/a/cafe\u0301.md", "notes/b.md");
    expect([folder, files.map(({ path }) => path)]).toEqual(["notes", ["a/caf\u00e9.md", "b.md"]]);
    expect(chosen("b.md", "a.md")).toMatchObject({
      folder: undefined,
      files: [{ path: "a.md" }, { path: "b.md" }],
    });
  });

  it("is too large from one byte more on, and is dated in whole milliseconds", async () => {
    const dropped = (bytes: number, lastModified = 5) => ({
      path: "a",
      file: new File(["x".repeat(bytes)], "a", { lastModified }),
    });
    expect(await readDropped(dropped(3), 3)).toMatchObject({ kind: "text", document: { mtime: 5 } });
    expect(await readDropped(dropped(4), 3)).toMatchObject({
      refused: { path: "a", code: "too_large", message: "4 bytes; a document has at most 3" },
    });
    expect(await readDropped(dropped(1, -7), 3)).toMatchObject({ document: { mtime: 0 } });
  });

  it("that cannot be read is told", async () => {
    const broken = { size: 1, arrayBuffer: () => Promise.reject(new Error("x")) } as unknown as File;
    expect(await readDropped({ path: "a", file: broken }, 3)).toMatchObject({
      refused: { path: "a", code: "unreadable" },
    });
  });
});

describe("a root's name", () => {
  it.each([
    ["a/b:c", "a-b-c"],
    ["._ -x", "x"],
    ["cafe\u0301", "caf\u00e9"],
    [" x ", "x"],
    ["x".repeat(64), "x".repeat(64)],
    ["x".repeat(65), "x".repeat(64)],
    [`${"x".repeat(63)}é`, "x".repeat(63)],
    [`${"x".repeat(62)}é`, `${"x".repeat(62)}é`],
  ])("of %j is %j", (folder, name) => {
    expect(rootNameOf(folder)).toBe(name);
  });
});

describe("a browser's id", () => {
  it("is kept, and made where none is or nothing can be kept", () => {
    const kept = new Map<string, string>();
    asBrowser({ localStorage: storage(kept) });
    const id = browserId();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect([browserId(), [...kept]]).toEqual([id, [["edge-recall.browser", id]]]);
    const refuse = () => {
      throw new DOMException("no", "SecurityError");
    };
    asBrowser({ localStorage: { getItem: refuse } });
    expect(browserId()).not.toBe(browserId());
    asBrowser({ localStorage: undefined });
    expect(browserId).toThrow(TypeError);
  });

  it("makes with a root one origin: another's for another browser or another root", async () => {
    const origins = await Promise.all([
      originOf("a", "x"),
      originOf("a", "y"),
      originOf("b", "x"),
      originOf("a", "x"),
    ]);
    expect(new Set(origins).size).toBe(3);
    expect(origins[3]).toBe(origins[0]);
  });
});
