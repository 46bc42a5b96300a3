import { describe, expect, it } from "vitest";
import type { Batch, Session } from "../../src/database/session.ts";
import { sharedBatches } from "../../src/database/shared-batches.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";

/** Two searches that ask at the same time a database that fails, with this code, whatever holds a bad statement. */
async function askedOf(code: ErrorCode) {
  const asked: number[] = [];
  const batch = async (given: Batch) => {
    const names = Object.keys(given);
    asked.push(names.length);
    if (names.some((name) => name.endsWith("bad"))) throw new AppError(code, "no");
    return Object.fromEntries(names.map((name) => [name, [{ name }]]));
  };
  const sessionFor = sharedBatches({ batch, toPrimary: () => undefined } as unknown as Session, {
    rowsRead: 0,
  });
  const answers = await Promise.allSettled(
    ["good", "bad"].map((name) => sessionFor({ rowsRead: 0 }).batch({ [name]: {} as never })),
  );
  return { asked, statuses: answers.map(({ status }) => status) };
}

describe("batches of several searches", () => {
  it.each(["invalid_input", "database_damaged"] as const)(
    "that are refused together with %s are asked once more by themselves, and one fails alone",
    async (code) => {
      expect(await askedOf(code)).toEqual({ asked: [2, 1, 1], statuses: ["fulfilled", "rejected"] });
    },
  );

  it.each(["unavailable", "capacity", "timeout", "database_timeout", "database_quota"] as const)(
    "that found no answer (%s) are not asked so many times more",
    async (code) => {
      expect(await askedOf(code)).toEqual({ asked: [2], statuses: ["rejected", "rejected"] });
    },
  );

  it("are at most seven together: the first are answered while the last are asked", async () => {
    const asked: number[] = [];
    const batch = async (given: Batch) => {
      asked.push(Object.keys(given).length);
      return Object.fromEntries(Object.keys(given).map((name) => [name, [{ name }]]));
    };
    const session = { batch, toPrimary: () => undefined } as unknown as Session;
    const sessionFor = sharedBatches(session, { rowsRead: 0 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => sessionFor({ rowsRead: 0 }).batch({ [`of ${at}`]: {} as never })),
    );
    expect(asked).toEqual([7, 7, 6]);
    expect(answers.map((answer) => Object.keys(answer))).toEqual(
      Array.from({ length: 20 }, (_, at) => [`of ${at}`]),
    );
  });
});
