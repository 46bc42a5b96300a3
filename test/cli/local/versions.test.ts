import { expect, it } from "vitest";
import { checkNode } from "../../../src/cli/local/load-runtime.ts";

it.each(["22.12.0", "22.13.1", "23.0.0", "24.1.0"])("serves on Node %s", (version) => {
  expect(checkNode(version)).toBeUndefined();
});

it.each(["22.11.9", "21.20.0", "20.19.0"])("serves on no Node %s, and says from which it does", (version) => {
  expect(() => checkNode(version)).toThrow(`needs Node 22.12 or later; this is ${version}.`);
});
