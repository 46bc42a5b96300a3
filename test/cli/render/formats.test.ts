import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csv, csvCell } from "../../../src/cli/render/formats/csv.ts";
import type { Format, Pieces } from "../../../src/cli/render/formats/format.ts";
import { lines } from "../../../src/cli/render/formats/lines.ts";
import { codeSpan, md, plainWords } from "../../../src/cli/render/formats/md.ts";
import { xml, xmlText } from "../../../src/cli/render/formats/xml.ts";
import { budgetNote, withinBudget } from "../../../src/cli/render/print-answer.ts";
import type { AnyHit, Hit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { countTokens } from "../../../src/text/tokens/count-tokens.ts";
import { bareHit } from "../../support/found.ts";

const HIT = bareHit({
  path: "a,b.md",
  endLine: 4,
  citation: "a,b.md#L3-L4",
  headings: ["Keys", "*Vault*"],
  text: 'say "hi" & <go>\n```\n=1+2',
});

function print(format: Format, hits: readonly AnyHit[], columns = 80): string {
  const answer = {
    outcome: "found",
    confidence: "low",
    hits,
    index: { severalRoots: false },
  } as unknown as SearchAnswer<AnyHit>;
  const options = { columns, color: false, notes: undefined, clean: (text: string) => text };
  const { before, hits: pieces, after } = format(answer, options);
  return [before, ...pieces, after].join("");
}

/** Reads what RFC 4180 allows, and nothing else. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [whole = "", quoted, plain = ""] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(text.slice(at)) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    if (text[at] === ",") at++;
    else if (text.startsWith("\r\n", at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`Not RFC 4180 at ${at}`);
  }
  return rows;
}

describe("csv", () => {
  it("is a table after RFC 4180 whatever the cells hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const hit: Hit = { ...HIT, text };
        const [head, row] = parseCsv(print(csv, [hit]));
        expect(head?.at(-1)).toBe("text");
        expect(row?.at(-1)?.replace(/^'/, "")).toBe(text.replace(/^'/, ""));
      }),
    );
    expect(print(csv, [HIT])).toBe(
      'citation,relevance,score,root,path,start_line,end_line,headings,id,text\r\n"a,b.md#L3-L4",0.73,0.87,notes,"a,b.md",3,4,' +
        'Keys > *Vault*,0123456789abcdef,"say ""hi"" & <go>\n```\n=1+2"\r\n',
    );
  });

  it.each(["=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "＝1+2", "\u00a0=1"])(
    "holds no formula: %j",
    (text) => {
      expect(csvCell(text).replace(/^"/, "")).toMatch(/^'/);
    },
  );

  it("leaves plain words as they are", () => {
    expect(csvCell("a-b = c")).toBe("a-b = c");
  });
});

describe("xml", () => {
  it("is well-formed whatever is in it, and reads back as the same text", () => {
    const entities: Record<string, string> = {
      "&amp;": "&",
      "&lt;": "<",
      "&gt;": ">",
      "&quot;": '"',
      "&#13;": "\r",
    };
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const written = xmlText(text);
        expect(written).toMatch(/^[\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u);
        expect(written).not.toMatch(/[<>"]/);
        expect(written.isWellFormed()).toBe(true);
        const read = written.replace(/&(?:amp|lt|gt|quot|#13);/g, (entity) => entities[entity] ?? "");
        expect(read.replaceAll("\ufffd", "")).toBe(
          text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffc}\u{10000}-\u{10ffff}]/gu, ""),
        );
      }),
    );
  });

  it("holds citation, relevance, score and headings beside the text", () => {
    expect(print(xml, [{ ...HIT, cut: true }, { citation: 'x"\n.md#L1' }])).toBe(
      '<hits outcome="found" confidence="low">\n<hit citation="a,b.md#L3-L4" relevance="0.73" score="0.87" heading="Keys &gt; *Vault*" cut="true">' +
        'say &quot;hi&quot; &amp; &lt;go&gt;\n```\n=1+2</hit>\n<hit citation="x&quot;&#10;.md#L1"/>\n</hits>\n',
    );
  });
});

describe("md", () => {
  it("fences a passage so that nothing in it ends the block", () => {
    expect(print(md, [HIT])).toBe(
      '### 1. `a,b.md#L3-L4` 73%\n\nKeys \\> \\*Vault\\*\n\n````markdown\nsay "hi" & <go>\n```\n=1+2\n````\n',
    );
  });

  it("lists citations in the shorter views", () => {
    const compact = {
      id: "3f9a2c1b",
      citation: "a`b.md#L3",
      relevance: 0.125,
      score: 0.5,
      heading: "A_b",
      tokens: 12,
    };
    expect(print(md, [compact, { citation: "c.md#L1" }])).toBe(
      "- `3f9a2c1b` ``a`b.md#L3`` 13%, 12 tokens, A\\_b\n- `c.md#L1`\n",
    );
  });

  it("ends a span of code only where it ends", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "a", " ") }), (line) => {
        const span = codeSpan(line);
        const fence = /^`+/.exec(span)?.[0] ?? "";
        const inner = span.slice(fence.length, -fence.length);
        expect(inner.split(/[^`]+/)).not.toContain(fence);
        expect(inner.trim()).toBe(line.trim());
      }),
    );
    expect(plainWords("a*b <i>\nc")).toBe("a\\*b \\<i\\> c");
  });
});

describe("lines", () => {
  it("cut a heading to the terminal, and never an id, a citation or a cost", () => {
    const listed = {
      id: "3f9a2c1b",
      citation: "guides/keys.md#L3-L9",
      relevance: 0.734,
      score: 0.5,
      heading: "Rotation of keys",
      tokens: 12,
    };
    expect(print(lines, [listed], 53)).toBe("3f9a2c1b guides/keys.md#L3-L9 73% 12 tokens Rotation…\n");
    expect(print(lines, [listed], 10)).toBe("3f9a2c1b guides/keys.md#L3-L9 73% 12 tokens\n");
  });
});

describe("a budget", () => {
  const many = Array.from({ length: 9 }, (_, at): Hit => ({ ...HIT, citation: `a.md#L${at + 1}` }));
  const answer = {
    outcome: "found",
    hits: many,
    index: { severalRoots: true },
    budget: { tokens: 300, used: 280, left: 2, cut: false },
  } as unknown as SearchAnswer<AnyHit>;
  const options = { columns: 80, color: false, clean: (text: string) => text };
  const printer = (format: Format) => (shown: SearchAnswer<AnyHit>) =>
    format(shown, { ...options, notes: budgetNote(shown.budget) });
  const costOf = ({ before, hits, after }: Pieces) => countTokens([before, ...hits, after].join(""));

  it.each([lines, md, csv, xml])(
    "holds for what %o prints, notes and all, and says what was left out",
    (format) => {
      const print = printer(format);
      const shown = withinBudget(answer, print, 300);
      expect(costOf(print(shown))).toBeLessThanOrEqual(300);
      const isCut = shown.budget?.cut === true;
      const whole = isCut ? shown.hits.slice(0, -1) : shown.hits;
      expect(whole).toEqual(many.slice(0, whole.length));
      expect(shown.hits.length).toBeGreaterThan(1);
      expect(shown.budget?.left).toBe(2 + many.length - shown.hits.length);
      expect(budgetNote(shown.budget)).toBe(
        `Budget of 300 tokens: ${isCut ? "the last hit is cut, " : ""}${shown.budget?.left} more hits left out.`,
      );
    },
  );

  it("cuts the first hit where not even that fits", () => {
    const long: Hit = { ...HIT, text: "one long line\n".repeat(400) };
    const print = printer(xml);
    const shown = withinBudget({ ...answer, hits: [long] }, print, 200);
    expect(costOf(print(shown))).toBeLessThanOrEqual(200);
    expect(shown.hits[0]).toMatchObject({ cut: true, text: expect.stringMatching(/^one long line\n/) });
    expect(budgetNote(shown.budget)).toBe("Budget of 300 tokens: the last hit is cut, 2 more hits left out.");
  });
});
