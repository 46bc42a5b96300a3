import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proofUnder, splitToken } from "../../src/workspaces/proof/proof.ts";
import { mintToken, newTokenId, signatureOf } from "../../src/workspaces/token.ts";
import { SECRET } from "../support/client.ts";
import { createWorld, type World } from "../support/worlds/world.ts";

const ADDRESS = "127.0.0.1:8787";
const PREVIOUS = "the secret before this one, long enough";
const NONCE = "n".repeat(43);
const CLAIMS = { id: newTokenId(), workspace: 1, scope: "read", expiresAt: null } as const;

describe("POST /health/proof", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.dispose());

  const ask = (body: unknown, env: Record<string, string> = { LISTENS_AT: ADDRESS }) =>
    world.isolate(env).call("POST", "/health/proof", { body });

  it("is proved with the present secret and the one before, for the nonce and the address alone", async () => {
    const env = { LISTENS_AT: ADDRESS, SIGNING_SECRET_PREVIOUS: PREVIOUS };
    for (const secret of [SECRET, PREVIOUS]) {
      const { claims = "", signature = "" } = splitToken(await mintToken(secret, CLAIMS)) ?? {};
      const { status, body } = await ask({ claims, nonce: NONCE }, env);
      expect([status, body]).toEqual([200, { proof: await proofUnder(signature, NONCE, ADDRESS) }]);
      expect(body.proof).not.toBe(await proofUnder(signature, NONCE, "127.0.0.1:8788"));
      expect(body.proof).not.toBe(await proofUnder(signature, "m".repeat(43), ADDRESS));
    }
  });

  it("tells nothing that a token could be made of", async () => {
    const { claims = "", signature = "" } = splitToken(await mintToken(SECRET, CLAIMS)) ?? {};
    const { body } = await ask({ claims, nonce: NONCE });
    const { call } = world.client;
    for (const forged of [body.proof, signature.slice(1)])
      expect((await call("GET", "/v1/status", { token: `${claims}.${forged}` })).status).toBe(401);
  });

  it("is refused for claims that no secret here signed, for other shapes, and where the server is not local", async () => {
    const { claims } = splitToken(await mintToken(PREVIOUS, CLAIMS)) ?? {};
    const code = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body.error.code;
    expect(await code({ claims, nonce: NONCE })).toBe("unauthorized");
    expect(await code({ claims: "rcl_", nonce: NONCE })).toBe("invalid_input");
    expect(await code({ claims, nonce: "short" })).toBe("invalid_input");
    expect(await code({ claims, nonce: NONCE, more: 1 })).toBe("invalid_input");
    expect(await code({ claims, nonce: "n".repeat(2_000) })).toBe("too_large");
    expect(await code({ claims, nonce: NONCE }, { LISTENS_AT: "" })).toBe("not_found");
    expect(await code({ claims, nonce: NONCE }, { LISTENS_AT: "0.0.0.0:1" })).toBe("misconfigured");
  });
});

it("signs claims as tokens are signed, and takes no token apart that has not their form", async () => {
  const scope = fc.constantFrom("read", "write", "admin", "owner" as const);
  const workspace = fc.option(fc.integer({ min: 1, max: 999_999_999 }));
  const expiresAt = fc.option(fc.integer({ min: 1_000, max: 4_000_000_000_000 }));
  await fc.assert(
    fc.asyncProperty(fc.record({ scope, workspace, expiresAt }), async (more) => {
      const token = await mintToken(SECRET, { id: newTokenId(), ...more });
      const { claims = "", signature } = splitToken(token) ?? {};
      expect(`${claims}.${signature}`).toBe(token);
      expect(await signatureOf(claims, [PREVIOUS, SECRET])).toBe(signature);
    }),
  );
  for (const other of ["", "t", "er_token", `${"x".repeat(50)}.${"a".repeat(43)}`, `rcl_a.${"a".repeat(42)}`])
    expect(splitToken(other)).toBeUndefined();
});
