import { describe, expect, it } from "vitest";
import { atOnce, inTurns, type Steps, takingTurns } from "../../src/text/steps.ts";

function* counted(steps: number, chars: number): Steps<number> {
  for (let at = 0; at < steps; at++) yield chars;
  return steps;
}

/** How often others had their turn while this was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  await work();
  clearInterval(timer);
  return turns;
}

describe("work in steps", () => {
  it("has one result, at once or in turns", async () => {
    expect(atOnce(counted(7, 1_000_000))).toBe(7);
    expect(await inTurns(counted(7, 1_000_000))).toBe(7);
    expect(await inTurns(counted(0, 0))).toBe(0);
  });

  it("lets others go on when it is long, and waits for nobody when it is short", async () => {
    const long = async () => {
      let after = 0;
      const other = new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
        after = done;
      });
      let done = 0;
      function* watched(): Steps<void> {
        for (; done < 100; done++) yield 10_000;
      }
      await inTurns(watched());
      await other;
      return after;
    };
    expect(await long()).toBeLessThan(100);
    expect(await turnsDuring(() => inTurns(counted(20, 100)))).toBe(0);
  });

  it("of several long works has one part between two turns of others, and ends what began first first", async () => {
    let parts = 0;
    let most = 0;
    let isOver = false;
    const looks = (async () => {
      while (!isOver) {
        const before = parts;
        await new Promise((resolve) => setTimeout(resolve, 0));
        await new Promise((resolve) => setImmediate(resolve));
        most = Math.max(most, parts - before);
      }
    })();
    const ended: string[] = [];
    const work = async (name: string) => {
      const turn = takingTurns();
      for (let part = 0; part < 30; part++) {
        await turn(20_000);
        parts += 1;
      }
      ended.push(name);
    };
    await Promise.all(["first", "second", "third", "fourth", "fifth"].map(work));
    isOver = true;
    await looks;
    expect(parts).toBe(150);
    // A look may see the end of one turn and the begin of the next.
    expect(most).toBeLessThanOrEqual(2);
    expect(ended[0]).toBe("first");
  });

  it("lets nobody wait for work that never ends", async () => {
    let isOver = false;
    const endless = (async () => {
      const turn = takingTurns();
      while (!isOver) await turn(20_000);
    })();
    const turn = takingTurns();
    for (let part = 0; part < 3; part++) await turn(20_000);
    isOver = true;
    await endless;
    expect(isOver).toBe(true);
  });
});
