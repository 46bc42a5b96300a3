import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBookmarks } from "../../src/client/bookmarks.ts";

describe("the bookmarks of a client", () => {
  it("are what was kept, until a write that was sent with it is answered", () => {
    const { known, take } = createBookmarks("kept");
    expect(known()).toBe("kept");
    take("a", known());
    expect(known()).toBe("a");
    expect(createBookmarks().known()).toBeUndefined();
  });

  it("stand beside each other where writes were sent at once, and stay few", () => {
    const { known, take } = createBookmarks();
    const sent = known();
    for (const one of ["b", "a", "b"]) take(one, sent);
    expect(known()).toBe("a,b");
    for (let at = 0; at < 20; at++) take(`c${at}`, undefined);
    expect(known()?.split(",")).toHaveLength(8);
  });

  it("always hold the newest write's, however writes overlap", () => {
    // Each write is sent, commits with the next number and is answered; at most four are under way.
    const choices = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(choices, (turns) => {
        const { known, take } = createBookmarks();
        const underWay: { sent: string | undefined; number: number }[] = [];
        let [committed, answered] = [0, 0];
        const answer = (at: number) => {
          const [write] = underWay.splice(at, 1);
          if (write === undefined) return;
          take(String(write.number), write.sent);
          answered = Math.max(answered, write.number);
        };
        for (const turn of turns) {
          if (turn < 4 && underWay.length < 4) underWay.push({ sent: known(), number: ++committed });
          else answer(turn % Math.max(1, underWay.length));
          const newest = Math.max(0, ...(known()?.split(",").map(Number) ?? []));
          expect(newest).toBe(answered);
        }
      }),
    );
  });
});
