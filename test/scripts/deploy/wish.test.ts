import { expect, it } from "vitest";
import { wishOf } from "../../../scripts/deploy/wish.ts";

const OPTIONS = { yes: { type: "string" }, help: { type: "boolean" } } as const;

const wished = (...args: readonly string[]) => {
  const said: string[] = [];
  return { wish: wishOf(OPTIONS, "usage: …", (line) => said.push(line), args), said };
};

it("is what the command line asks for", () => {
  expect(wished("--yes", "edge-recall")).toEqual({ wish: { yes: "edge-recall" }, said: [] });
  expect(wished()).toEqual({ wish: {}, said: [] });
});

it("is help, where that is asked for, whatever else is", () => {
  expect(wished("--yes", "edge-recall", "--help")).toEqual({ wish: 0, said: ["usage: …"] });
});

it.each([[["--yes", "edge-recall", "--dry-run"]], [["--bogus"]], [["--yes"]], [["edge-recall"]]])(
  "is nothing where there is something that is not known: %j",
  (args) => {
    const { wish, said } = wished(...args);
    expect(wish).toBe(2);
    expect(said.join()).toContain("usage: …");
  },
);
