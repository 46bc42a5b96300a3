import { serverProof } from "../../src/workspaces/proof/server-proof.ts";
import { mintToken, newTokenId } from "../../src/workspaces/token.ts";

/** Signs the tokens of servers that only tests have. */
export const FAKE_SECRET = "a secret of fake servers, long enough";

/** A token of a fake server, in the form that a server can prove itself for. */
export const FAKE_TOKEN = await mintToken(FAKE_SECRET, {
  ...{ id: newTokenId(), workspace: 1, scope: "admin", expiresAt: null },
});

/** What a server with this secret at an address answers to a challenge. */
export async function provedAt(address: string, body: unknown, secret = FAKE_SECRET): Promise<string> {
  const proof = await serverProof(body as { claims: string; nonce: string }, address, [secret]);
  return JSON.stringify({ proof });
}
