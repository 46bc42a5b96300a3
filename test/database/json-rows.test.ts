import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonParts } from "../../src/database/json-rows.ts";

it("loses no row, keeps their order and stays below the size, except for one row alone", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" })),
      fc.integer({ min: 10, max: 200 }),
      (rows, maxBytes) => {
        const parts = jsonParts(rows, maxBytes);
        expect(parts.flatMap((part) => JSON.parse(part) as string[])).toEqual(rows);
        for (const part of parts) {
          const isSmall = new TextEncoder().encode(part).length <= maxBytes;
          expect(isSmall || (JSON.parse(part) as string[]).length === 1).toBe(true);
        }
      },
    ),
  );
});
