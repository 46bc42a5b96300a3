import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser, openTab } from "../support/browser.ts";
import { openSite, type Site } from "../support/site.ts";

const NOTE = `# Weir and bridge

Plain English with \`code()\` in it.

هذا هو السجل في المسار var/log/ ثم شغّل nginx --force الآن.

הקובץ נמצא ב-\`var/log/\` בשרת, ליד etc/hosts/ בתיקייה.

- פריט ראשון עם src/app/
- פריט שני

1. English item
2. Another

> ציטוט אחד

\`nginx\` הוא השרת של הגשר.

| שם | נתיב |
|---|---|
| יומן | var/log/ |

\`\`\`sh
echo "שלום" > var/log/
\`\`\`
`;
const FILES = {
  "note.md": NOTE,
  "plain.txt": "English line about the weir.\nهذا سطر عن السد في var/log/ هنا.\nשורה על הסכר.\n",
  "הערות/גשר/a.md": "# הגשר הישן\n\nהגשר נסגר; ראו var/run/ בשרת.\n",
};

/** Text of each element in the order in which it is drawn, from left to right, by the places of its characters. */
const drawn = (tab: Tab, selector: string, wanted: string): Promise<string> =>
  tab.evaluate(
    ([query = "", text = ""]) => {
      for (const element of document.querySelectorAll(query)) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const placed: { character: string; x: number }[] = [];
        const whole = element.textContent ?? "";
        const from = whole.indexOf(text);
        if (from === -1) continue;
        let offset = 0;
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const value = node.nodeValue ?? "";
          for (let at = 0; at < value.length; at++, offset++) {
            if (offset < from || offset >= from + text.length) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            placed.push({ character: value.charAt(at), x: range.getBoundingClientRect().left });
          }
        }
        return placed
          .sort((a, b) => a.x - b.x)
          .map(({ character }) => character)
          .join("");
      }
      return "not there";
    },
    [selector, wanted],
  );

const directions = (tab: Tab, selector: string): Promise<readonly string[]> =>
  tab.evaluate(
    (query) =>
      [...document.querySelectorAll(query)].map((element) => {
        const { direction } = getComputedStyle(element);
        return `${element.tagName.toLowerCase()} ${direction}: ${(element.textContent ?? "").trim().slice(0, 12)}`;
      }),
    selector,
  );

const codeStyles = (tab: Tab, selector: string): Promise<readonly string[]> =>
  tab.evaluate(
    (query) =>
      [...document.querySelectorAll(query)].map((element) => {
        const { direction, unicodeBidi } = getComputedStyle(element);
        return `${direction} ${unicodeBidi} ${element.getAttribute("dir")}`;
      }),
    selector,
  );

describe.runIf(hasBrowser())("directions of writing on the page", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(FILES), openBrowser()]);
    for (const text of [
      "הגיבוי נשמר ב var/backup/ בכל לילה\nThe weir is checked on Mondays",
      "Deploy with npm run deploy",
    ])
      await site.call("POST", "/v1/memories", { text });
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  const opened = (path: string) => `/?q=weir&open=${encodeURIComponent(`notes:${path}`)}`;

  it("are a paragraph's own in a document, whatever stands above it, with code and paths isolated", async () => {
    const { tab, problems } = await openTab(browser, site, { address: opened("note.md"), width: 1_440 });
    await tab.locator(".markdown table").waitFor();
    expect(
      await directions(tab, ".markdown :is(h1, h2, h3, .block > p, ul, ol, li, blockquote, table)"),
    ).toEqual([
      "h3 ltr: Weir and bri",
      "p ltr: Plain Englis",
      "p rtl: هذا هو السجل",
      "p rtl: הקובץ נמצא ב",
      "ul rtl: פריט ראשון ע",
      "li rtl: פריט ראשון ע",
      "li rtl: פריט שני",
      "ol ltr: English item",
      "li ltr: English item",
      "li ltr: Another",
      "blockquote rtl: ציטוט אחד",
      "p rtl: nginx הוא הש",
      "table rtl: שםנתיביומןva",
    ]);
    expect(new Set(await codeStyles(tab, ".markdown p code"))).toEqual(new Set(["ltr isolate ltr"]));
    expect(await codeStyles(tab, ".markdown pre")).toEqual(["ltr isolate ltr"]);
    expect(await drawn(tab, ".markdown p", "var/log/")).toBe("var/log/");
    expect(await drawn(tab, ".markdown p", "nginx --force")).toBe("nginx --force");
    expect(await drawn(tab, ".markdown p", "etc/hosts/")).toBe("etc/hosts/");
    expect(await drawn(tab, ".markdown li", "src/app/")).toBe("src/app/");
    expect(await drawn(tab, ".markdown td", "var/log/")).toBe("var/log/");
    // Without an isolate a browser does turn it, or this would prove nothing.
    await tab.evaluate(() => {
      for (const part of document.querySelectorAll("bdi, code")) part.replaceWith(part.textContent ?? "");
    });
    expect(await drawn(tab, ".markdown p", "var/log/")).toBe("/var/log");
    expect(problems).toEqual([]);
  });

  it("are a line's own in a text that is shown as it is, its number on the left", async () => {
    const { tab } = await openTab(browser, site, { address: opened("plain.txt"), width: 1_440 });
    await tab.locator(".source .code-line bdi").first().waitFor();
    expect((await directions(tab, ".source .code-line > bdi")).map((line) => line.slice(0, 7))).toEqual([
      "bdi ltr",
      "bdi rtl",
      "bdi rtl",
    ]);
    expect(await directions(tab, ".source")).toEqual([expect.stringMatching(/^pre ltr/)]);
    expect(await drawn(tab, ".source .code-line", "var/log/")).toBe("var/log/");
  });

  it("are each line's own in hits, and a path runs from left to right whatever its names", async () => {
    const query = encodeURIComponent("הגשר");
    const { tab } = await openTab(browser, site, { address: `/?q=${query}`, width: 1_440 });
    await tab.locator(".hit .extract mark").first().waitFor();
    const path = await tab.evaluate(() =>
      [...document.querySelectorAll(".hit-path")].map((element) => [
        element.textContent,
        getComputedStyle(element).direction,
      ]),
    );
    expect(path).toContainEqual(["notes:הערות/גשר/a.md", "ltr"]);
    // The folder's name stands before the file's, and each of them runs as its letters do.
    expect(await drawn(tab, ".hit-path", "a.md")).toBe("a.md");
    expect(await drawn(tab, ".extract", "var/run/")).toBe("var/run/");
    expect(await codeStyles(tab, ".extract:not(.is-code)")).toContain("rtl isolate auto");
    // A match inside a path is still marked.
    const inPath = await openTab(browser, site, { address: "/?q=backup", width: 1_440 });
    await inPath.tab.locator(".extract bdi[dir=ltr] mark").first().waitFor();
    expect(await drawn(inPath.tab, ".extract", "var/backup/")).toBe("var/backup/");
  });

  it("are each line's own in memories", async () => {
    const { tab } = await openTab(browser, site, { address: "/?view=memory&show=recalls", width: 1_440 });
    await tab.locator(".lane-text").nth(1).waitFor();
    expect((await codeStyles(tab, ".lane-text")).toSorted()).toEqual([
      "ltr plaintext auto",
      "rtl plaintext auto",
    ]);
    expect(await drawn(tab, ".lane-text", "var/backup/")).toBe("var/backup/");
    // The English line of the same memory begins on the left.
    const [hebrew, english] = await tab.evaluate(() => {
      const text = [...document.querySelectorAll(".lane-text")].find((one) =>
        one.textContent?.includes("weir"),
      );
      const box = text?.getBoundingClientRect();
      const walker = document.createTreeWalker(text as Element, NodeFilter.SHOW_TEXT);
      const places: number[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        for (const word of ["הגיבוי", "The weir"]) {
          const at = node.nodeValue?.indexOf(word) ?? -1;
          if (at === -1) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          places.push(range.getBoundingClientRect().left - (box?.left ?? 0));
        }
      return places;
    });
    expect(english).toBeLessThan(5);
    expect(hebrew).toBeGreaterThan(50);
  });
});
