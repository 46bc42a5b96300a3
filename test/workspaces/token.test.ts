import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  mintProof,
  mintToken,
  newTokenId,
  type Place,
  placeText,
  readPlace,
  type TokenClaims,
  verifyToken,
} from "../../src/workspaces/token.ts";

const SECRET = "one secret that is long enough for a test";
const OTHER = "two secret that is long enough for a test";
const NOW = 1_800_000_000_000;
const EPOCH = "e".repeat(16);
const LARGE = {
  roots: Array.from({ length: 8 }, (_, at) => `${at}${"日".repeat(21)}`),
  session: '"'.repeat(128),
};

const claims = fc.record<TokenClaims>({
  id: fc.constant(newTokenId()),
  workspace: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
  scope: fc.constantFrom("read", "write", "admin", "owner"),
  expiresAt: fc.option(
    fc.integer({ min: 1_800_000_001, max: 9_000_000_000 }).map((seconds) => seconds * 1_000),
  ),
  epoch: fc.stringMatching(/^[a-z0-9]{16}$/),
  narrow: fc.option(
    fc
      .record(
        {
          roots: fc.uniqueArray(fc.constantFrom("notes", "memories", "Ärger 2", "日本語", "a.b-c_d"), {
            minLength: 1,
          }),
          session: fc.string({ minLength: 1, maxLength: 128, unit: "grapheme-ascii" }),
          log: fc.constant(false as const),
        },
        { requiredKeys: [] },
      )
      .filter((narrow) => Object.keys(narrow).length > 0),
    { nil: undefined },
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
      epoch: EPOCH,
      narrow: { roots: ["notes"] },
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
      epoch: EPOCH,
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
    ["of the second database", { database: 2 }, true],
    ["of the last one", { database: 9_999 }, true],
    ["of one with a larger number", { database: 10_000 }, false],
    ["of one with none", { database: 0 }, false],
    ["with a name of 15 characters", { id: "a".repeat(15) }, false],
    ["with a name of 17 characters", { id: "a".repeat(17) }, false],
    ["with a name in capitals", { id: "A".repeat(16) }, false],
    ["of no known scope", { scope: "root" as never }, false],
    ["of an epoch in capitals", { epoch: "E".repeat(16) }, false],
    ["limited to what is no root", { narrow: { roots: ["a/b"] } }, false],
    ["limited to nothing", { narrow: { roots: [] } }, false],
    ["limited to the same root twice", { narrow: { roots: ["a", "a"] } }, false],
    ["limited in a way that is not known", { narrow: { log: true as never } }, false],
    ["limited to eight roots of the longest names and a long session", { narrow: LARGE }, true],
  ])("counts only in the form that it is minted in, though it is signed: %s", async (_, more, counts) => {
    const signed = {
      ...{ id: "a".repeat(16), workspace: 1, scope: "read" as const, expiresAt: null, epoch: EPOCH },
      ...more,
    };
    const token = await mintToken(SECRET, signed);
    expect(await verifyToken(token, [SECRET], NOW)).toEqual(counts ? signed : undefined);
    for (const around of [` ${token}`, `${token}\n`, `x${token}`, `${token}.`])
      expect(await verifyToken(around, [SECRET], NOW)).toBeUndefined();
  });

  it.each<[string, object | undefined]>([
    ["-", { workspace: null }],
    ["12", { workspace: 12 }],
    ["12-3", { workspace: 12, database: 3 }],
    ["12-20", { workspace: 12, database: 20 }],
    ...["", "12-", "12-0", "12-1", "12-03", "--3", "-3", "12-3-4", "x"].map((text): [string, undefined] => [
      text,
      undefined,
    ]),
  ])("names its place in one way: %s", (text, place) => {
    expect(readPlace(text)).toEqual(place);
    if (place !== undefined) expect(placeText(place as Place)).toBe(text);
  });

  it("is refused, not raised, whatever is sent", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await verifyToken(text, [SECRET], NOW)).toBeUndefined();
        expect(await verifyToken(`rcl_${text}`, [SECRET], NOW)).toBeUndefined();
      }),
    );
  });

  it("that has no epoch is a proof: an owner's, for some minutes, and nothing else", async () => {
    const proof = await mintProof(SECRET, NOW);
    expect(await verifyToken(proof, [SECRET], NOW)).toMatchObject({ scope: "owner", workspace: null });
    expect(await verifyToken(proof, [OTHER], NOW)).toBeUndefined();
    expect(await verifyToken(proof, [SECRET], NOW + 600_000)).toBeUndefined();
    const owner = { id: newTokenId(), workspace: null, scope: "owner" as const };
    for (const bad of [
      { ...owner, expiresAt: null },
      { ...owner, expiresAt: NOW + 3_600_000 },
      { ...owner, scope: "admin" as const, workspace: 1, expiresAt: NOW + 1_000 },
      { ...owner, expiresAt: NOW + 1_000, narrow: { log: false as const } },
    ])
      expect(await verifyToken(await mintToken(SECRET, bad), [SECRET], NOW)).toBeUndefined();
  });
});
