import { describe, expect, it } from "vitest";
import type { Fact } from "./facts.ts";

/** Shows each fact of the stand-in by a test of its name, and that it says where and when it was read. */
export function showFacts<Name extends string>(
  product: string,
  facts: Readonly<Record<Name, Fact>>,
  shown: Readonly<Record<Name, () => Promise<void>>>,
): void {
  describe(`the stand-in for ${product}`, () => {
    it.each(Object.keys(facts).map((name) => [facts[name as Name].fact, name as Name] as const))(
      "%s",
      (_, name) => shown[name](),
    );

    it("has a source and a date for each fact", () => {
      for (const { source, read } of Object.values<Fact>(facts)) {
        expect(source).toMatch(
          /^https:\/\/(?:developers\.cloudflare\.com|github\.com|huggingface\.co)\/\S+$/,
        );
        expect(read).toMatch(/^20\d\d-\d\d$/);
      }
    });
  });
}
