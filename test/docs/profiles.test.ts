import { describe, expect, it } from "vitest";
import { PROFILES } from "../../src/search/contract/constants.ts";
import {
  checkSettings,
  PROFILE_SETTINGS,
  profileSettings,
} from "../../src/search/profiles/resolve-profile.ts";
import { pageText } from "./pages.ts";

const code = (cell = ""): string | undefined => /^`([^`]+)`$/.exec(cell)?.[1];

interface Row {
  readonly profile: (typeof PROFILES)[number];
  /** What the other system calls it. */
  readonly original: string | undefined;
  readonly setting: string;
  readonly value: string | undefined;
}

/** The rows that compare a system's setting with one of its profile. */
const ROWS = pageText("docs/profiles.md")
  .split("\n## ")
  .flatMap((section): Row[] => {
    const named = /^.*profile `([\w-]+)`/.exec(section)?.[1];
    const profile = PROFILES.find((name) => name === named);
    if (profile === undefined) return [];
    return section.split("\n").flatMap((line) => {
      const [, original, , here, value] = line.split("|").map((cell) => cell.trim());
      const setting = code(here);
      const isSetting =
        setting !== undefined && /^[a-zA-Z]+\.[a-zA-Z]+$/.test(setting) && setting !== "config.json";
      return isSetting ? [{ profile, original: code(original), setting, value: code(value) }] : [];
    });
  });

describe("the page of other systems' settings", () => {
  it("compares those of three profiles", () => {
    expect(new Set(ROWS.map(({ profile }) => profile))).toEqual(
      new Set(["openclaw", "lancedb", "code-memory"]),
    );
    expect(ROWS.length).toBeGreaterThan(30);
  });

  it.each(ROWS)("has of $profile the value of $setting", ({ profile, setting, value }) => {
    expect([...PROFILE_SETTINGS.keys()]).toContain(setting);
    expect(String(profileSettings(profile)[setting])).toBe(value);
  });

  it.each(ROWS.filter(({ original }) => original !== undefined))(
    "$original is answered with ours",
    ({ original = "" }) => {
      expect(() => checkSettings({ [original]: 1 })).toThrow(/; here it is |; did you mean /);
    },
  );
});
