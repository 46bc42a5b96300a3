import { expect, it } from "vitest";
import { RunParameters } from "../../src/background/contract.ts";

it.each<[object, boolean]>([
  [{ limit: "1" }, true],
  [{ limit: "200" }, true],
  [{ limit: "0" }, false],
  [{ limit: "201" }, false],
  [{ limit: "1.5" }, false],
  [{ cursor: "5.0" }, true],
  [{ cursor: `${"9".repeat(15)}.${"9".repeat(6)}` }, true],
  [{ cursor: `${"9".repeat(16)}.0` }, false],
  [{ cursor: `5.${"9".repeat(7)}` }, false],
  [{ cursor: "5" }, false],
  [{ cursor: "5." }, false],
  [{ cursor: "-5.0" }, false],
  [{ cursor: "x5.0" }, false],
  [{ cursor: "5.0x" }, false],
  [{ cursor: "5.0", of: "sweep" }, false],
])("runs are asked for with %j: %s", (given, isTaken) => {
  expect(RunParameters.safeParse(given).success).toBe(isTaken);
});

it("runs are fifty a page unless told otherwise", () => {
  expect(RunParameters.parse({})).toEqual({ limit: 50 });
});
