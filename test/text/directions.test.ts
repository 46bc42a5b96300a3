import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { directionOf, hasRightToLeft, leftToRightRuns } from "../../src/text/languages/directions.ts";

const runs = (text: string): readonly string[] =>
  leftToRightRuns(text).map(([from, to]) => text.slice(from, to));

describe("what is isolated", () => {
  it.each<[string, readonly string[]]>([
    ["הקובץ נמצא ב var/log/ בשרת", ["var/log/"]],
    ["הקובץ נמצא ב-nginx.conf.", ["nginx.conf"]],
    ["السجل في /var/log/nginx، ثم أعد التشغيل", ["/var/log/nginx"]],
    ["הרץ git commit -m fix ואז דחוף", ["git commit -m fix"]],
    ["استخدم --force أو -v فقط", ["--force", "-v"]],
    ["ראה config.yml, README.md ועוד", ["config.yml", "README.md"]],
    ["קרא ל-`foo(bar)` מיד", ["`foo(bar)`"]],
    ["קרא ל foo() מיד", ["foo()"]],
    ["הגשר נסגר ב 2026-11-24 בבוקר", ["2026-11-24"]],
    ["הנתיב docs/הערות/a.md חסר", ["docs/הערות/a.md"]],
    ["השרת nginx עובד (nginx).", []],
    ["רק עברית, בלי קוד.", []],
    ["\u001b[1;33mvar\u001b[0m/log/ בשרת", ["var\u001b[0m/log/"]],
  ])("in %j is %j", (text, wanted) => {
    expect(runs(text)).toEqual(wanted);
  });

  it("is nothing in a line without letters from right to left, whatever its neighbours have", () => {
    expect(runs("see var/log/ and --force")).toEqual([]);
    expect(runs("see var/log/\nב var/run/ כאן\nand /etc")).toEqual(["var/run/"]);
  });

  it("lies within its line, in order, and keeps every character", () => {
    const word = fc.constantFrom(
      "שלום",
      "مرحبا",
      "var/log/",
      "--x",
      "`a b`",
      "nginx",
      "(",
      ")",
      "\n",
      "`",
      "é",
      "1.2",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ unit: "grapheme" }))), (words) => {
        const text = words.join(" ");
        let last = 0;
        for (const [from, to] of leftToRightRuns(text)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(text.slice(from, to)).not.toContain("\n");
          last = to;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it("is found in a long line in time that grows with it", () => {
    const line = `${"שלום (var/log/ --x ".repeat(20_000)}`;
    expect(leftToRightRuns(line)).toHaveLength(20_000);
    expect(leftToRightRuns(`ש ${"`".repeat(50_001)}`)).toHaveLength(1);
    expect(leftToRightRuns(`ש ${"(".repeat(50_000)}`)).toEqual([]);
  });
});

it.each([
  ["`nginx` שרת", "rtl"],
  ["# مرحبا nginx", "rtl"],
  ["nginx שרת", "ltr"],
  ["12 — `x`", undefined],
])("%j is written %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

it.each([
  ["日本語 é Ж", false],
  ["ܫܠܡܐ", true],
  ["ދިވެހި", true],
  ["٣", false],
])("%j has letters from right to left: %s", (text, has) => {
  expect(hasRightToLeft(text)).toBe(has);
});
