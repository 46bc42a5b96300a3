import { expect, it } from "vitest";
import { digits } from "../../../src/cli/flags/parsers.ts";

it("takes an id of digits as it is and says of others what one has", () => {
  expect(digits("0123456789012345")).toBe("0123456789012345");
  for (const text of ["", "-1", "1.5", "12345678901234567"])
    expect(() => digits(text), text).toThrow("1 to 16 digits");
});
