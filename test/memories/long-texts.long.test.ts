import { expect, it } from "vitest";
import { compareTexts } from "../../src/memories/sameness/compare-texts.ts";
import { plainText } from "../../src/memories/sameness/plain-text.ts";

// Tried from each sign on to the end, any of them takes minutes.
it.each(["!", ".", "`", "“", "'", '"', "(", "- ", "a'", " .", "please ", "\n", "A. "])(
  "takes a long text of nothing but %j",
  (unit) => {
    const text = `${unit.repeat(100_000)}x`;
    expect(plainText(text).endsWith("x")).toBe(true);
    expect(compareTexts(text, `${text}y`)).not.toBe("same");
  },
);
