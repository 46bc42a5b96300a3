import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mintToken, newTokenId, type TokenClaims, verifyToken } from "../../src/workspaces/token.ts";

const SECRET = "one secret that is long enough for a test";
const OTHER = "two secret that is long enough for a test";
const NOW = 1_800_000_000_000;

const claims = fc.record<TokenClaims>({
  id: fc.constant(newTokenId()),
  workspace: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
  scope: fc.constantFrom("read", "write", "admin", "owner"),
  expiresAt: fc.option(
    fc.integer({ min: 1_800_000_001, max: 9_000_000_000 }).map((seconds) => seconds * 1_000),
  ),
});

describe("a token", () => {
  it("gives back what was signed, under the present or the previous secret", async () => {
    await fc.assert(
      fc.asyncProperty(claims, async (signed) => {
        const token = await mintToken(SECRET, signed);
        expect(await verifyToken(token, [SECRET], NOW)).toEqual(signed);
        expect(await verifyToken(token, [OTHER, SECRET], NOW)).toEqual(signed);
        expect(await verifyToken(token, [OTHER], NOW)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it("is worth nothing after any one character was changed", async () => {
    const token = await mintToken(SECRET, {
      id: newTokenId(),
      workspace: 12,
      scope: "read",
      expiresAt: null,
    });
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === "b" ? "c" : "b") + token.slice(at + 1);
      expect(await verifyToken(changed, [SECRET], NOW), changed).toBeUndefined();
    }
  });

  it("ends at its expiry", async () => {
    const token = await mintToken(SECRET, {
      id: newTokenId(),
      workspace: 1,
      scope: "read",
      expiresAt: NOW + 1_000,
    });
    expect(await verifyToken(token, [SECRET], NOW)).toBeDefined();
    expect(await verifyToken(token, [SECRET], NOW + 1_000)).toBeUndefined();
  });

  const LAST_MS = (36 ** 9 - 1) * 1_000;
  it.each<[string, Partial<TokenClaims>, boolean]>([
    ["as it is minted", {}, true],
    ["of the last second that nine digits say", { expiresAt: LAST_MS }, true],
    ["of the second after", { expiresAt: LAST_MS + 1_000 }, false],
    ["of the largest workspace number", { workspace: 999_999_999 }, true],
    ["of a larger one", { workspace: 1_000_000_000 }, false],
    ["of a negative one", { workspace: -1 }, false],
    ["with a name of 15 characters", { id: "a".repeat(15) }, false],
    ["with a name of 17 characters", { id: "a".repeat(17) }, false],
    ["with a name in capitals", { id: "A".repeat(16) }, false],
    ["of no known scope", { scope: "root" as never }, false],
  ])("counts only in the form that it is minted in, though it is signed: %s", async (_, more, counts) => {
    const signed = { id: "a".repeat(16), workspace: 1, scope: "read" as const, expiresAt: null, ...more };
    const token = await mintToken(SECRET, signed);
    expect(await verifyToken(token, [SECRET], NOW)).toEqual(counts ? signed : undefined);
    for (const around of [` ${token}`, `${token}\n`, `x${token}`, `${token}.`])
      expect(await verifyToken(around, [SECRET], NOW)).toBeUndefined();
  });

  it("is refused, not raised, whatever is sent", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await verifyToken(text, [SECRET], NOW)).toBeUndefined();
        expect(await verifyToken(`rcl_${text}`, [SECRET], NOW)).toBeUndefined();
      }),
    );
  });
});
