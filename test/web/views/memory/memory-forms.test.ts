import { h } from "preact";
import { describe, expect, it } from "vitest";
import { MemoryView } from "../../../../src/web/views/memory/memory-view.tsx";
import { tagsOf } from "../../../../src/web/views/memory/titles.ts";
import { asBrowser } from "../../support/globals.ts";
import { type Answers, onPage } from "../../support/screen.ts";

const LISTED = {
  ...{ id: "m1", text: "one", cut: false, type: "fact", confidence: 0.9, importance: 0.7, priority: 3 },
  ...{ tags: [], entities: [], source: null, session: null, timesObserved: 1, recalled: 0, version: 4 },
  ...{ votes: { up: 0, down: 0 }, quality: 0.5, supersedes: null },
  ...{ firstObserved: "2026-11-20T12:00:00Z", lastObserved: "2026-11-20T12:00:00Z" },
};

async function open(now: () => object = () => LISTED, redacted: readonly object[] = []) {
  asBrowser({ localStorage: { getItem: () => null } });
  const answers: Answers = ({ method, path }) => {
    if (method === "GET" && path === "/v1/memories") return { memories: [LISTED], nextCursor: null };
    if (!path.startsWith("/v1/memories") || path.endsWith("statistics") || path.endsWith("types")) return {};
    return { memory: now(), action: "created", mayContradict: [], redacted };
  };
  const page = onPage(() => h(MemoryView, {}), {
    answers,
    address: "?view=memory",
    status: { scope: "write" },
  });
  await page.screen.until((screen) => screen.all(".memory-row").length === 1);
  const begin = async (key: "n" | "e") => {
    page.screen.fire(page.screen.document.body, "keydown", { key });
    await page.screen.until((screen) => screen.all("dialog textarea").length === 1);
  };
  const save = async () => {
    const before = page.told.length;
    page.screen.submit("dialog form");
    await page.screen.until(() => page.told.length > before);
    return page.asked.findLast(({ method }) => method === "POST" || method === "PATCH")?.body;
  };
  return { ...page, begin, save };
}

describe("an emptied confidence", () => {
  it.each(["n", "e"] as const)("after %s is left to the server", async (key) => {
    const { screen, begin, save } = await open();
    await begin(key);
    screen.type(screen.field("textarea"), "The kiln is hot");
    screen.field("[name=confidence]").value = "";
    expect(await save()).not.toHaveProperty("confidence");
    await begin(key);
    screen.type(screen.field("textarea"), "The kiln is hot");
    screen.field("[name=confidence]").value = "0";
    expect(await save()).toHaveProperty("confidence", 0);
  });
});

describe("tags", () => {
  it.each([
    ["#c, b , ##a,# d", ["c", "b", "a", "d"]],
    ["c#, #c#", ["c#"]],
    ["#", []],
    ["#,, #a,a", ["a"]],
  ])("of %j are %j", (typed, tags) => expect(tagsOf(typed)).toEqual(tags));

  it("are sent without the sign before them", async () => {
    const { screen, begin, save } = await open();
    await begin("n");
    screen.type(screen.field("textarea"), "The kiln is hot");
    screen.field("[name=tags]").value = "#c, kiln";
    screen.field("[name=entities]").value = "#c";
    expect(await save()).toMatchObject({ tags: ["c", "kiln"], entities: ["#c"] });
  });
});

describe("what was typed in an edit", () => {
  const text = ({ screen }: Awaited<ReturnType<typeof open>>) => screen.field("textarea").value;
  const leave = ({ screen }: Awaited<ReturnType<typeof open>>) => screen.fire(screen.one("dialog"), "cancel");

  it("is there again after Escape, until it is given up or saved", async () => {
    const page = await open();
    await page.begin("e");
    page.screen.type(page.screen.field("textarea"), "two");
    leave(page);
    await page.begin("n");
    expect(text(page)).toBe("");
    leave(page);
    await page.begin("e");
    expect(text(page)).toBe("two");
    page.screen.press("Cancel");
    await page.begin("e");
    expect(text(page)).toBe("one");
    page.screen.type(page.screen.field("textarea"), "three");
    await page.save();
    await page.begin("e");
    expect(text(page)).toBe("one");
  });

  it("is an edit of what the memory was then", async () => {
    let version = 4;
    const page = await open(() => ({ ...LISTED, version: version++ }));
    await page.begin("e");
    page.screen.type(page.screen.field("textarea"), "two");
    leave(page);
    await page.begin("e");
    expect(await page.save()).toMatchObject({ text: "two", expects: 4 });
    await page.begin("e");
    page.screen.type(page.screen.field("textarea"), "two");
    page.screen.type(page.screen.field("textarea"), "one");
    leave(page);
    await page.begin("e");
    expect(await page.save()).toMatchObject({ expects: 8 });
  });
});

describe("a secret in what is written", () => {
  it.each([
    ["n", "Remembered. Removed before it was kept: 1 password, 2 github token"],
    ["e", "Saved. Removed before it was kept: 1 password, 2 github token"],
  ] as const)("after %s is told of", async (key, told) => {
    const secrets = [
      { kind: "password", count: 1 },
      { kind: "github_token", count: 2 },
    ];
    const page = await open(undefined, secrets);
    await page.begin(key);
    page.screen.type(page.screen.field("textarea"), "password=hunter2secret");
    await page.save();
    expect(page.told[0]?.text).toBe(told);
  });
});
