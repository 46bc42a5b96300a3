import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONTEXT_WORDS } from "../../src/redaction/in-context.ts";
import { redact, withoutSecrets } from "../../src/redaction/redact.ts";
import { KEY_WORDS } from "../../src/redaction/rules/kept-rules.ts";
import { HELD_OUT } from "./samples/held-out.ts";
import { KINDS, samples } from "./samples/sentences.ts";
import { LOOK_ALIKES } from "./secret-samples.ts";

const MARK = /\[redacted:\w+\]/;

describe("made-up secrets of 80 kinds, each in ten sentences", () => {
  const all = samples();

  it("are found, 95 in 100 at least, and no kind is lost", () => {
    expect(KINDS.length).toBeGreaterThanOrEqual(80);
    const missed = all.filter(({ before, secret, after }) =>
      redact(before + secret + after).text.includes(secret),
    );
    expect(missed.length).toBeLessThanOrEqual(all.length * 0.05);
    const perKind = Map.groupBy(missed, ({ kind }) => kind);
    expect([...perKind].filter(([, some]) => some.length > 2).map(([kind]) => kind)).toEqual([]);
  });

  it("are found of 26 kinds more, which nobody had in mind when the rules were written", () => {
    const others = samples(HELD_OUT);
    const missed = others.filter(({ before, secret, after }) =>
      redact(before + secret + after).text.includes(secret),
    );
    expect(missed.length).toBeLessThanOrEqual(others.length * 0.05);
  });

  it("are cut exactly: the words around them stay", () => {
    const torn = all.flatMap(({ before, secret, after }) => {
      const { text } = redact(before + secret + after);
      const inner = text.slice(before.length, text.length - after.length);
      const isExact = text.startsWith(before) && text.endsWith(after) && MARK.test(inner);
      return isExact ? [] : [text];
    });
    // A dot that ends a sentence may be the last of a cookie, too.
    expect(torn.filter((text) => !text.endsWith("[redacted:cookie]"))).toEqual([]);
  });
});

describe("any text", () => {
  const pieces = fc.oneof(
    fc.constantFrom(...samples().map(({ before, secret, after }) => before + secret + after)),
    fc.constantFrom(...LOOK_ALIKES),
    fc.constantFrom(
      "\ufe0f",
      "\u200b",
      "\u{e0041}",
      "\r\n",
      "password: ",
      "Cookie: a=",
      "-----END",
      "[redacted:",
      "]",
    ),
    fc.string({ unit: "grapheme" }),
  );
  const text = fc
    .array(pieces, { maxLength: 8 })
    .chain((parts) => fc.constantFrom("", " ", "\n", "\r\n").map((between) => parts.join(between)));

  it("keeps its lines, and all that is not cut", () => {
    fc.assert(
      fc.property(text, (given) => {
        const { text: clean, found } = withoutSecrets(given);
        expect(clean.split("\n").length).toBe(given.split("\n").length);
        // What stands between marks stands in the given text, in that order.
        let at = 0;
        for (const part of clean.split(new RegExp(`${MARK.source}(?:\\r?\\n)*`))) {
          const place = given.indexOf(part, at);
          expect(place).toBeGreaterThanOrEqual(at);
          at = place + part.length;
        }
        for (const { line } of found) expect(clean.split("\n")[line - 1]).toMatch(MARK);
      }),
    );
  });

  it("stays as it is the second time", () => {
    fc.assert(
      fc.property(text, (given) => {
        const once = redact(given).text;
        expect(redact(once)).toEqual({ text: once, redacted: [] });
      }),
    );
  });
});

describe("a hostile text", () => {
  /** CPU, which other programs on the machine do not change: microseconds, the better of two. */
  const timeOf = (given: string): number => {
    const times = [1, 2].map(() => {
      const before = process.cpuUsage();
      redact(given);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return Math.min(...times);
  };
  const STEP = 8;
  const CHARS = 16_000;
  /** Less is as much as nothing, microseconds: a square of so many characters takes a hundred times as much on any machine. */
  const LEAST = 4_000;
  const bodies = ["", "a", "A1b2-", "a1B2c3D4e5F6g7H8", " ", "=", ": ", "/"];

  it("of eight times the length takes no multiple of eight times the time", () => {
    const begin = ["-----BEGIN RSA PRIVATE", " KEY-----"].join("");
    const labels = ["password: ", "token=", "mysql -p", " -u a:", "Cookie: a=b; ", "x://a:", "aA1_", begin];
    const words = [...new Set([...KEY_WORDS, ...CONTEXT_WORDS, ...labels])];
    const slow = words.flatMap((word, at) => {
      const piece = word + (bodies[at % bodies.length] ?? "");
      const [one, many] = [CHARS, CHARS * STEP].map((chars) =>
        timeOf(piece.repeat(Math.ceil(chars / piece.length))),
      );
      // The square would be 64 times.
      return (many ?? 0) > Math.max(one ?? 0, LEAST) * STEP * 4 ? [[piece, one, many]] : [];
    });
    expect(slow).toEqual([]);
  });
});
