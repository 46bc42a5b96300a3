import { z } from "@hono/zod-openapi";
import { CLAIMS, NONCE } from "./proof.ts";

export const ProofRequest = z
  .strictObject({
    claims: z.string().regex(CLAIMS).describe("A token up to its last dot: everything but its signature"),
    nonce: z.string().regex(NONCE).describe("32 random bytes in base64url, new for each request"),
  })
  .openapi("ProofRequest");

export const ProofAnswer = z
  .object({
    proof: z
      .string()
      .describe(
        "HMAC-SHA-256 in base64url. Its key is the token's signature; its text are the lines `edge-recall server proof`, the nonce and the server's address",
      ),
  })
  .openapi("Proof");
