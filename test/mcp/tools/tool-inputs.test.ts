import { describe, expect, it } from "vitest";
import type { Caller } from "../../../src/mcp/caller.ts";
import { TOOLS } from "../../../src/mcp/tools/table.ts";
import { knownError } from "../../../src/workspaces/invalid-input.ts";

/** Whoever lets a call in says which way it came. */
const DOORS = ["searching", "reading", "readingConfined", "writing", "deleting", "voting"] as const;
const ways = Object.fromEntries(
  DOORS.map((door) => [
    door,
    () => {
      throw new Error(door);
    },
  ]),
);
const caller = { services: {}, ...ways } as unknown as Caller;

/** The way in that a call asks for, or the code with which it is refused before. */
async function wayOf(name: string, args: object): Promise<string> {
  const tool = TOOLS.find((one) => one.name === name);
  const thrown: unknown = await tool?.call(args, caller).catch((error: unknown) => error);
  const said = thrown instanceof Error ? thrown.message : "";
  return DOORS.find((door) => door === said) ?? knownError(thrown).code;
}

const REFUSED = "invalid_input";
const many = (count: number) => Array.from({ length: count }, (_, at) => `A fact ${at}.`);
const long = (chars: number) => "x".repeat(chars);
const RECALL = "0199a1b2-0000-7000-8000-000000000000";
const vote = (more: object) => ({ recallId: RECALL, hit: 1, vote: "up", ...more });

describe("what a tool takes, and the way in that it needs", () => {
  it.each<[string, object, string]>([
    ["search", { query: long(8_000) }, "searching"],
    ["search", { query: long(8_001) }, REFUSED],
    ["search", { query: "x", limit: 100 }, "searching"],
    ["search", { query: "x", limit: 101 }, REFUSED],
    ["search", { query: "x", limit: 1.5 }, REFUSED],
    ["search", { query: "x", budget: 150 }, "searching"],
    ["search", { query: "x", budget: 149 }, REFUSED],
    ["search", { query: "x", budget: 1_000_000 }, "searching"],
    ["search", { query: "x", budget: 1_000_001 }, REFUSED],
    ["search", { query: "x", view: "digest" }, "searching"],
    ["search", { query: "x", view: "whole" }, REFUSED],
    ["search", { query: "x", settings: { "mmr.enabled": true, "result.limit": 3 } }, "searching"],
    ["search", { query: "x", settings: { "fusion.k": null } }, REFUSED],
    ["search", { query: "x", settings: { [long(65)]: 1 } }, REFUSED],
    ["search", { query: "x", kind: "memory", type: "decision", tag: "t", session: "s" }, "searching"],
    ["search", { query: "x", onlySession: true, session: "s" }, "searching"],
    ["search", { query: "x", onlySession: true }, REFUSED],
    ["search", { query: "x", minScore: 1, minRelevance: 1 }, "searching"],
    ["search", { query: "x", minScore: 1.1 }, REFUSED],
    ["get", { places: Array(20).fill("a.md") }, "readingConfined"],
    ["get", { places: Array(21).fill("a.md") }, REFUSED],
    ["get", { places: [long(1_000)] }, "readingConfined"],
    ["get", { places: [long(1_001)] }, REFUSED],
    ["get", { places: [""] }, REFUSED],
    ["get", { places: ["a.md"], budget: 100 }, "readingConfined"],
    ["get", { places: ["a.md"], budget: 99 }, REFUSED],
    ["get", { places: ["a.md"], budget: 1_000_001 }, REFUSED],
    ["get", { places: ["a.md"], root: "a:b" }, REFUSED],
    ["remember", { texts: many(100) }, "writing"],
    ["remember", { texts: many(101) }, REFUSED],
    ["remember", { texts: [] }, REFUSED],
    ["remember", { texts: many(1), supersedes: "0123456789" }, "writing"],
    ["remember", { texts: many(2), supersedes: "0123456789" }, REFUSED],
    ["remember", { texts: many(1), importance: 1.1 }, REFUSED],
    ["remember", { texts: many(1), priority: 6 }, REFUSED],
    ["remember", { texts: many(1), confidence: 1.1 }, REFUSED],
    ["remember", { texts: many(1), id: "0123456789" }, "writing"],
    ["remember", { id: "0123456789", type: "decision" }, "writing"],
    ["remember", { texts: many(2), id: "0123456789" }, REFUSED],
    ["remember", { texts: many(1), id: "0123456789", supersedes: "9876543210" }, REFUSED],
    ["remember", { id: "0123456789" }, REFUSED],
    ["forget", { id: long(200) }, "deleting"],
    ["forget", { id: long(201) }, REFUSED],
    ["forget", { id: "" }, REFUSED],
    ["forget", { id: "0123456789", undo: true }, "writing"],
    ["forget", { query: "Herons eat frogs." }, "deleting"],
    ["forget", { query: "Herons eat frogs.", undo: true }, REFUSED],
    ["forget", { id: "0123456789", query: "Herons eat frogs." }, REFUSED],
    ["forget", { undo: true }, REFUSED],
    ["graph", { query: "x", depth: 2, limit: 50 }, "reading"],
    ["graph", { query: "x", depth: 3 }, REFUSED],
    ["graph", { query: "x", depth: 0 }, REFUSED],
    ["graph", { query: "x", limit: 51 }, REFUSED],
    ["feedback", vote({ hit: 100 }), "voting"],
    ["feedback", vote({ hit: 101 }), REFUSED],
    ["feedback", vote({ hit: 0 }), REFUSED],
    ["feedback", vote({ hit: long(64) }), "voting"],
    ["feedback", vote({ hit: long(65) }), REFUSED],
    ["feedback", vote({ vote: "none" }), "voting"],
    ["feedback", vote({ vote: "maybe" }), REFUSED],
    ["list", { limit: 100, kind: "file" }, "readingConfined"],
    ["list", { limit: 101 }, REFUSED],
    ["list", { limit: 0 }, REFUSED],
    ["list", { state: "gone" }, REFUSED],
    ["status", {}, "reading"],
    ["fetch", { id: long(1_000) }, "readingConfined"],
    ["fetch", { id: long(1_001) }, REFUSED],
  ])("%s", async (name, args, way) => {
    expect(await wayOf(name, args)).toBe(way);
  });
});
