import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_REDACTED_GROWTH } from "../../src/contract/memory-fields.ts";
import { redact } from "../../src/redaction/redact.ts";
import { redactFields } from "../../src/redaction/redact-fields.ts";
import { LOOK_ALIKES, SECRETS, some } from "./secret-samples.ts";

it("leaves nothing of a secret that begins before another one and ends after it", () => {
  const end = `${"-".repeat(5)}END RSA PRIVATE KEY${"-".repeat(5)}`;
  const inner = `password=hunter2hunter2hunter2`;
  const body = `${some(64)}\n${inner}\n${some(64)}`;
  const { text } = redact(
    `before\n${"-".repeat(5)}BEGIN RSA PRIVATE KEY${"-".repeat(5)}\n${body}\n${end}\nafter`,
  );
  expect(text).toMatch(/^before\n\[redacted:\w+\]\n+after$/);
});

describe("redact", () => {
  it("takes out true secrets, names their kind and leaves the words around them", () => {
    expect(SECRETS.length).toBeGreaterThanOrEqual(45);
    const wrong = SECRETS.flatMap(({ kind, before, secret, after }) => {
      const { text, redacted } = redact(before + secret + after);
      const lines = secret.replaceAll(/[^\n]/g, "");
      const expected = `${before}[redacted:${kind}]${lines}${after}`;
      return text === expected && redacted.length === 1 && redacted[0]?.count === 1
        ? []
        : [{ expected, text }];
    });
    expect(wrong).toEqual([]);
  });

  it("leaves what only looks like a secret", () => {
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(45);
    const wrong = LOOK_ALIKES.flatMap((text) => (redact(text).text === text ? [] : [redact(text).text]));
    expect(wrong).toEqual([]);
  });

  it("counts each kind and keeps a long note whole but for the spans", () => {
    const [first, second] = SECRETS.filter(({ kind }) => kind === "stripe_key");
    const filler = "Nothing to hide in this line.\n".repeat(2_000);
    const { text, redacted } = redact(
      `${filler}${first?.secret}\n${filler}${second?.secret} and ${first?.secret}\n`,
    );
    expect(redacted).toEqual([{ kind: "stripe_key", count: 3 }]);
    expect(text).toBe(
      `${filler}[redacted:stripe_key]\n${filler}[redacted:stripe_key] and [redacted:stripe_key]\n`,
    );
  });

  it("takes out a private key whose end was cut off, and one within a JSON string", () => {
    const begin = ["-----BEGIN", "PRIVATE KEY-----"].join(" ");
    const end = ["-----END", "PRIVATE KEY-----"].join(" ");
    expect(redact(`a\n${begin}\n${some(64)}\n${some(64)}\nThe rest stays.`).text).toBe(
      "a\n[redacted:private_key]\n\n\nThe rest stays.",
    );
    expect(redact(`{"key":"${begin}\\n${some(64)}\\n${end}\\n"}`).text).toBe(
      '{"key":"[redacted:private_key]\\n"}',
    );
  });

  it("changes nothing more when its own answer is redacted again", () => {
    const anyNote = fc.array(
      fc.oneof(
        fc.constantFrom(...SECRETS.map(({ before, secret, after }) => before + secret + after)),
        fc.constantFrom(...LOOK_ALIKES),
        fc.string({ unit: "grapheme" }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(anyNote, (parts) => {
        const once = redact(parts.join("\n"));
        expect(redact(once.text)).toEqual({ text: once.text, redacted: [] });
      }),
    );
  });

  it("makes a text less than so many times longer as an import takes", () => {
    for (const piece of ["pw:a1b2 ", "xx://:1@ ", "xx://:1@", "pin:1234\n", 'pin:"1a2" ', " -u a:b1c2 "]) {
      const text = piece.repeat(100);
      expect(redact(text).redacted.length, piece).toBe(1);
      expect(redact(text).text.length, piece).toBeLessThan(MAX_REDACTED_GROWTH * text.length);
    }
  });
});

describe("redactFields", () => {
  it("takes secrets out of source, tags, names and metadata, whose keys are labels", () => {
    const key = ["np", "m_", some(36)].join("");
    const given = {
      text: "not looked at here",
      source: `https://bob:${["s3", "cret"].join("")}@wiki.internal/page`,
      tags: ["release", key],
      entities: ["Dana"],
      metadata: {
        ticket: 4821,
        pin: 4821,
        login: { user: "bob", password: ["hun", "ter2"].join(""), hosts: ["a", key] },
        none: null,
      },
    };
    const { fields, redacted } = redactFields(given);
    expect(fields).toEqual({
      text: given.text,
      source: "https://bob:[redacted:connection_password]@wiki.internal/page",
      tags: ["release", "[redacted:npm_token]"],
      entities: ["Dana"],
      metadata: {
        ticket: 4821,
        pin: "[redacted:password]",
        login: { user: "bob", password: "[redacted:password]", hosts: ["a", "[redacted:npm_token]"] },
        none: null,
      },
    });
    expect(redacted).toEqual([
      { kind: "connection_password", count: 1 },
      { kind: "npm_token", count: 2 },
      { kind: "password", count: 2 },
    ]);
    const secret = ["hun", "ter2-Xy9!"].join("");
    const nested = {
      password: { value: secret, user: "robert" },
      [`password: ${secret}`]: 1,
      logins: [
        { name: "password", value: secret },
        { name: "colour", value: "green-2b" },
      ],
    };
    expect(redactFields({ metadata: nested }).fields.metadata).toEqual({
      password: { value: "[redacted:password]", user: "robert" },
      "password: [redacted:password]": 1,
      logins: [
        { name: "password", value: "[redacted:password]" },
        { name: "colour", value: "green-2b" },
      ],
    });
    expect(redactFields({ tags: ["release"], source: null })).toEqual({
      fields: { tags: ["release"], source: null },
      redacted: [],
    });
  });
});
