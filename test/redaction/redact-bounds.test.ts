import { describe, expect, it } from "vitest";
import { checkNoSecret, redact } from "../../src/redaction/redact.ts";
import { addCounts, redactFields } from "../../src/redaction/redact-fields.ts";

const WORD = ["hun", "ter2-Xy9!"].join("");
const HIDDEN = "[redacted:password]";
const metadataOf = (metadata: Readonly<Record<string, unknown>>) =>
  redactFields({ metadata }).fields.metadata;

describe("a secret in metadata", () => {
  it.each([
    ["as a key", { [`password: ${WORD}`]: 1 }, { [`password: ${HIDDEN}`]: 1 }],
    [
      "as two keys, which stay two",
      { [`password: ${WORD}`]: 1, [`password: ${WORD}x`]: 2 },
      { [`password: ${HIDDEN}`]: 1, [`password: ${HIDDEN} 2`]: 2 },
    ],
    ["in a list under its label", { password: ["a", WORD] }, { password: ["a", HIDDEN] }],
    ["lists and objects below its label", { password: [{ old: WORD }] }, { password: [{ old: HIDDEN }] }],
    ["as a number", { pin: 48_213 }, { pin: HIDDEN }],
    ["named beside, whatever the case", { Key: "password", Value: WORD }, { Key: "password", Value: HIDDEN }],
    [
      "a key of its own that names nothing",
      { a: { b: { [`password: ${WORD}`]: null } } },
      { a: { b: { [`password: ${HIDDEN}`]: null } } },
    ],
  ])("is taken out %s", (_, given, expected) => {
    expect(metadataOf(given)).toEqual(expected);
  });

  it.each([
    ["no label", { colour: WORD, count: 48_213 }],
    ["a label of a flag", { password: true, token: null }],
    ["a word under a label, beside a key of its own", { password: { user: "robert" } }],
  ])("is not seen in %s", (_, given) => {
    expect(redactFields({ metadata: given })).toEqual({ fields: { metadata: given }, redacted: [] });
  });

  it("is counted once for each place, each kind once", () => {
    const { redacted } = redactFields({ source: `password: ${WORD}`, metadata: { password: WORD } });
    expect(redacted).toEqual([{ kind: "password", count: 2 }]);
    expect(
      addCounts(redacted, [
        { kind: "jwt", count: 1 },
        { kind: "password", count: 1 },
      ]),
    ).toEqual([
      { kind: "password", count: 3 },
      { kind: "jwt", count: 1 },
    ]);
  });
});

describe("a secret in a text", () => {
  it.each([
    ["wide letters", "ｐａｓｓｗｏｒｄ: ", WORD],
    ["an invisible sign in its label", "pass\u200bword: ", WORD],
    ["a byte order mark in its label", "pass\ufeffword: ", WORD],
    ["an invisible sign within itself", "password: ", `${WORD.slice(0, 4)}\u200b${WORD.slice(4)}`],
  ])("is found behind %s, and the text around it stays as written", (_, label, secret) => {
    expect(redact(`“Ä” ${label}${secret} — gone`).text).toBe(`“Ä” ${label}${HIDDEN} — gone`);
  });

  it("of two that overlap is one, of the kind that its shape tells", () => {
    const key = ["gh", "p_", "Ab3dE6fG1hJ9".repeat(3)].join("");
    expect(redact(`token: ${key}.`)).toEqual({
      ...{ text: "token: [redacted:github_token].", redacted: [{ kind: "github_token", count: 1 }] },
    });
    expect(redact(`password: "by ${key} now"`).text).toBe('password: "[redacted:github_token]"');
  });

  it.each([
    ["the shortest", "1234", true],
    ["one shorter", "123", false],
    ["a number before more words", "1234 people", false],
  ])("of digits alone is %s: %s", (_, value, isSecret) => {
    expect(redact(`password: ${value}`).redacted.length > 0).toBe(isSecret);
  });

  it("refuses a name, and takes none for one", () => {
    expect(() => checkNoSecret("session", `password: ${WORD}`)).toThrow(/^session: .*password/);
    for (const name of ["main", "", null, undefined])
      expect(() => checkNoSecret("session", name)).not.toThrow();
  });
});
