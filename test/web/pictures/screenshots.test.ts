import { describe, expect, it } from "vitest";
import { HELP, readOptions } from "../../../scripts/page/options.ts";

describe("which pictures of the page are taken", () => {
  it("are all, or those that are named", () => {
    expect(readOptions([])).toMatchObject({
      folder: "docs/screenshots",
      views: [],
      enlarged: 1,
      help: false,
    });
    expect(
      readOptions([
        "out",
        "memory",
        "--state",
        "small",
        "--state",
        "large",
        "--zoom",
        "200",
        "--contrast",
        "more",
      ]),
    ).toMatchObject({
      folder: "out",
      views: ["memory"],
      state: ["small", "large"],
      enlarged: 2,
      contrast: "more",
    });
    expect(readOptions(["--help"]).help).toBe(true);
  });

  it.each([
    [["--hepl"], "Unknown option '--hepl'"],
    [["out", "memry"], "view memry is not one of sign-in,"],
    [["--state", "smal"], "state smal is not one of small, empty, large, failing"],
    [["--width", "800"], "width 800 is not one of 390, 1024, 1440"],
    [["--scheme", "grey"], "scheme grey is not one of light, dark"],
    [["--contrast", "less"], "contrast less is not one of more, forced"],
    [["--zoom", "x"], "zoom x is not between 100 and 400"],
  ])("are not taken for %j", (words, why) => expect(() => readOptions(words)).toThrow(why));

  it("have each option and view in the help", () => {
    for (const one of ["--state", "--width", "--scheme", "--contrast", "--zoom", "--help", "memory-one"])
      expect(HELP).toContain(one);
  });
});
