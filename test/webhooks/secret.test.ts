import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { newSecret, openSecret, sealSecret, signatureOf } from "../../src/webhooks/secret.ts";

const PRESENT = "the present signing secret, long enough";
const PREVIOUS = "the previous signing secret, long enough";

describe("a webhook's secret", () => {
  it("has the form of Standard Webhooks, and is never the same", () => {
    const [one, other] = [newSecret(), newSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
  });

  it("is kept so that only the signing secrets open it, and only for its own webhook", async () => {
    const secret = newSecret();
    const kept = await sealSecret(secret, "w1", PREVIOUS);
    expect(kept).not.toContain(secret.slice(6));
    expect(await openSecret(kept, "w1", [PREVIOUS])).toEqual({ secret, isOld: false });
    expect(await openSecret(kept, "w1", [PRESENT, PREVIOUS])).toEqual({ secret, isOld: true });
    expect(await openSecret(kept, "w1", [PRESENT])).toBeUndefined();
    expect(await openSecret(kept, "w2", [PREVIOUS])).toBeUndefined();
  });
});

it("a signature is what another implementation of Standard Webhooks makes of any text, and takes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.uuid(), async (body, id) => {
      const secret = newSecret();
      const at = new Date();
      const timestamp = Math.floor(at.getTime() / 1_000);
      const signature = await signatureOf(secret, { id, timestamp, body });
      expect(signature).toBe(new Webhook(secret).sign(id, at, body));
      const headers = { "webhook-id": id, "webhook-timestamp": String(timestamp) };
      const verify = (text: string) =>
        new Webhook(secret).verify(text, { ...headers, "webhook-signature": signature });
      expect(() => verify(`${body} `)).toThrow("No matching signature");
    }),
  );
});
