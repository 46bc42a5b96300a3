import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maySayTheSame } from "../../src/memories/duplicates/same-text.ts";

describe("two texts that an embedding finds alike", () => {
  it.each([
    ["We deploy on Friday", "Deployment is on Friday"],
    ["The doctor will buy a car", "The physician will purchase an automobile"],
    ["Ana owns billing", "Billing belongs to Ana"],
    ["The cache holds 200 entries", "200 entries is what the cache holds"],
    ["Don't push to main", "Never push to main"],
    ["Kestrel Labs pays the invoices", "The invoices are paid by Kestrel Labs, as ever"],
  ])("may be one fact: %j, %j", (a, b) => {
    expect(maySayTheSame(a, b)).toBe(true);
    expect(maySayTheSame(b, a)).toBe(true);
  });

  it.each([
    ["The port is 8080", "The port is 9090"],
    ["Ticket 4711 is fixed", "Ticket 4712 is fixed"],
    ["We use tabs", "We do not use tabs"],
    ["We use tabs", "We don't use tabs"],
    ["Alice owns billing", "Bob owns billing"],
    ["Call getUserById first", "Call getUserByName first"],
    ["Restart the api-gateway nightly", "Restart the api-worker nightly"],
    ["The key is in Frankfurt", "The key is in Dublin"],
    ["Wir nutzen Tabs", "Wir nutzen keine Tabs"],
    ["Мы используем табы", "Мы не используем табы"],
    ["我们用制表符", "我们不用制表符"],
  ])("are two facts: %j, %j", (a, b) => {
    expect(maySayTheSame(a, b)).toBe(false);
    expect(maySayTheSame(b, a)).toBe(false);
  });

  it("is decided alike both ways, and yes for one text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        expect(maySayTheSame(a, b)).toBe(maySayTheSame(b, a));
        expect(maySayTheSame(a, a)).toBe(true);
      }),
    );
  });

  it("is decided in time that the length bounds", () => {
    for (const text of [
      "A".repeat(100_000),
      "a_".repeat(50_000),
      "1,".repeat(50_000),
      "x.-".repeat(30_000),
      "a".repeat(100_000),
    ])
      expect(maySayTheSame(text, text)).toBe(true);
  });
});
