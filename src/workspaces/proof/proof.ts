import { base64Url } from "../../text/coding/base64-url.ts";

/**
 * How a server proves that it signed a token, before it is sent one. Who asks names the token's claims, which are no
 * secret, and a nonce; the server, which alone can sign the claims, answers an HMAC under the signature, and the asker
 * compares. The HMAC covers the address that the server listens at: what listens elsewhere cannot pass an answer on as its
 * own. It tells nothing of the signature, and a signature is good for nothing else here.
 */
const PURPOSE = "edge-recall server proof";

/** Random bytes of a nonce, and their characters in base64url. */
export const NONCE_BYTES = 32;
export const NONCE = /^[A-Za-z0-9_-]{43}$/;
/** Claims of a token, without its signature. */
export const CLAIMS = /^rcl_[A-Za-z0-9_.-]{1,2200}$/;

export interface Challenge {
  /** A token up to its last dot. */
  readonly claims: string;
  readonly nonce: string;
}

/** A token's claims and signature; undefined for what has no token's form. */
export function splitToken(
  token: string,
): { readonly claims: string; readonly signature: string } | undefined {
  const [, claims = "", signature = ""] = /^(.*)\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  return CLAIMS.test(claims) ? { claims, signature } : undefined;
}

/** The proof that whoever knows the signature of a token makes for a nonce at an address, `127.0.0.1:8787`. */
export async function proofUnder(signature: string, nonce: string, address: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(signature), algorithm, false, ["sign"]);
  const text = encoder.encode(`${PURPOSE}\n${nonce}\n${address}`);
  return base64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}
