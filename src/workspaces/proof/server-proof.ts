import { type Challenge, proofUnder } from "./proof.ts";
import { signatureOf } from "../token.ts";

/** A server's answer to a challenge; undefined where none of its secrets signed such claims. Costs the same whatever they say. */
export async function serverProof(
  { claims, nonce }: Challenge,
  address: string,
  secrets: readonly string[],
): Promise<string | undefined> {
  const signature = await signatureOf(claims, secrets);
  return signature === undefined ? undefined : proofUnder(signature, nonce, address);
}
