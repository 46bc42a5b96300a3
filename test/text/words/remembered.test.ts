import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { remembered } from "../../../src/text/words/remembered.ts";

describe("a function whose answers are kept", () => {
  it("answers as it does without", () => {
    const keys = fc.array(fc.string({ maxLength: 4 }), { maxLength: 60 });
    fc.assert(
      fc.property(keys, (some) => {
        const kept = remembered((key) => key.toUpperCase(), { most: 5, maxChars: 3 });
        expect(some.map(kept)).toEqual(some.map((key) => key.toUpperCase()));
      }),
    );
  });

  it("is called once for a key, and again after as many others as are kept", () => {
    const calls: string[] = [];
    const kept = remembered((key) => calls.push(key), { most: 2, maxChars: 3 });
    for (const key of ["a", "a", "b", "c", "a", "long", "long"]) kept(key);
    expect(calls).toEqual(["a", "b", "c", "a", "long", "long"]);
  });
});
