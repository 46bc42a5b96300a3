import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oncePer, remembered } from "../../../src/text/words/remembered.ts";

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

  const calledFor = (asked: string): string => {
    const calls: string[] = [];
    const kept = remembered((key) => calls.push(key), { most: 2, maxChars: 3 });
    for (const key of asked.split(" ")) kept(key);
    return calls.join(" ");
  };

  it("is called once for a key, and each time for one that is too long", () => {
    expect(calledFor("a a b a long long")).toBe("a b long long");
  });

  it("is not called again for a key that comes again among others", () => {
    expect(calledFor("a b c a d a e a f a g a")).toBe("a b c d e f g");
  });

  it("is called again for a key that has not come while twice as many others have", () => {
    expect(calledFor("a b c d e a")).toBe("a b c d e a");
  });

  it("is asked with the same characters, however long the key and whatever they are", () => {
    const keys = fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 20 });
    fc.assert(
      fc.property(keys, (some) => {
        const kept = remembered((key) => `${key}!`);
        expect([...some, ...some].map(kept)).toEqual([...some, ...some].map((key) => `${key}!`));
      }),
    );
  });

  it("is called once for a key that it has no answer to", () => {
    const calls: string[] = [];
    const kept = remembered((key) => void calls.push(key));
    for (const key of ["a", "a", "b"]) expect(kept(key)).toBeUndefined();
    expect(calls).toEqual(["a", "b"]);
  });
});

describe("a function whose answers are kept by an object", () => {
  it("is called once for each object, not for each of the same content", () => {
    const calls: number[] = [];
    const kept = oncePer(({ at }: { readonly at: number }) => {
      calls.push(at);
      return at > 1 ? at : undefined;
    });
    const [one, two, alike] = [{ at: 1 }, { at: 2 }, { at: 1 }];
    expect([one, two, one, alike].map(kept)).toEqual([undefined, 2, undefined, undefined]);
    expect(calls).toEqual([1, 2, 1]);
  });
});
