import { describe, expect, it } from "vitest";
import { note, order } from "./newest-order.ts";

describe("a thing of several of its kind", () => {
  it.each([
    [
      "staging shard 7 host",
      "The staging shard 7 is on host alder.",
      "The production shard 7 is on host elm.",
    ],
    ["when does gate north 1 open", "Gate north 1 opens at 8:00.", "Gate south 1 opens at 10:00."],
    ["toner of printer Oslo 4", "Printer Oslo 4 uses toner K2.", "Printer Rome 4 uses toner K9."],
    ["staging database host", "The staging database host is alder.", "The production database host is elm."],
    ["which host has shard 7", "Shard 7 is on host alder.", "Shard 8 is on host elm."],
  ])("is not overtaken by what is newer of another: %s", (query, asked, other) => {
    expect(order([note("asked", 0.9, 90, asked), note("other", 0.8, 1, other)], query)[0]).toBe("asked");
  });

  it.each([
    [
      "staging shard 7 host",
      "The staging shard 7 is on host alder.",
      "Shard 7 of staging is now on host elm.",
    ],
    [
      "database backup schedule",
      "Database backup schedule: daily.",
      "New backup schedule of the database: hourly.",
    ],
    ["database backup schedule", "Database backup schedule: daily.", "Database backup times: hourly."],
    ["staging database host", "The staging database host is alder.", "The database host is elm on staging."],
    ["host of shard 7", "Shard 7 is on host alder.", "Since May shard 7 is on host elm."],
  ])("is overtaken by what is newer of itself: %s", (query, older, newer) => {
    expect(order([note("older", 0.9, 90, older), note("newer", 0.8, 1, newer)], query)[0]).toBe("newer");
  });

  it("may be named by the heading above", () => {
    const newer = { ...note("newer", 0.8, 1, "Big shard 7 is on host elm."), headings: ["Staging"] };
    const notes = [note("older", 0.9, 90, "The staging shard 7 is on host alder."), newer];
    expect(order(notes, "staging shard 7 host")[0]).toBe("newer");
  });
});
