import { h } from "preact";
import { describe, expect, it } from "vitest";
import { CLIENT_NAMES } from "../../../src/cli/install/entry.ts";
import { FirstRun } from "../../../src/web/first-run/first-run.tsx";
import { SAMPLE, SAMPLE_QUESTION } from "../../../src/web/first-run/sample.ts";
import { SAMPLE_ROOT } from "../../../src/web/first-run/sample-root.ts";
import { SampleThere } from "../../../src/web/first-run/sample-there.tsx";
import { Home } from "../../../src/web/views/search/home/home.tsx";
import { Nothing } from "../../../src/web/views/search/results/no-results.tsx";
import { searchAnswerOf } from "../support/answers.ts";
import { asBrowser } from "../support/globals.ts";
import { type Answers, onPage, refusal } from "../support/screen.ts";

describe("an empty workspace", () => {
  function open(answers: Answers = () => ({}), scope: "read" | "write" = "write") {
    asBrowser({ location: { origin: "https://recall.example" } });
    return onPage(() => h(FirstRun, {}), { answers, status: { scope, documents: 0 } });
  }

  it("offers files, a memory, an agent and a sample, each by a command or a button", () => {
    const { screen } = open();
    expect(screen.texts("h3")).toEqual(["Files", "A memory", "A sample", "An agent"]);
    expect(screen.texts("code")).toEqual([
      ...["npx recall push ~/notes", "npx recall mcp install claude-code --write"],
      "https://recall.example/mcp",
    ]);
    expect(screen.all("a").map((link) => link.getAttribute("href"))).toEqual([
      ...["/?view=index", "/?view=memory&write=new"],
    ]);
  });

  it("knows the agents that the command line knows, and copies the chosen one's command", () => {
    const { screen } = open();
    expect(screen.texts("option")).toEqual(CLIENT_NAMES);
    const choice = screen.one<HTMLSelectElement>("select");
    choice.value = "lm-studio";
    screen.fire(choice, "change");
    expect(screen.texts("code")[1]).toBe("npx recall mcp install lm-studio --write");
    expect(screen.has("Copy npx recall mcp install lm-studio --write")).toBe(true);
  });

  it("takes the sample, and asks it a question", async () => {
    const { screen, asked, told, went } = open();
    screen.press("Add the sample");
    await screen.until(() => went.length === 1);
    expect(asked.map(({ method, path, query, body }) => [method, path, query, body])).toEqual([
      ["POST", "/v1/documents", { root: SAMPLE_ROOT }, SAMPLE],
    ]);
    expect(told).toEqual([{ tone: "success", text: "The sample is in the index" }]);
    expect(went).toEqual([`/?q=${encodeURIComponent(SAMPLE_QUESTION).replaceAll("%20", "+")}`]);
  });

  it("says why the sample could not be added, and offers it again", async () => {
    const { screen, told } = open(() => refusal(507, "quota_exceeded", "No room"));
    screen.press("Add the sample");
    await screen.until(() => told.length === 1);
    expect(told).toEqual([{ tone: "error", text: "The sample could not be added: No room" }]);
    expect(screen.all("button[disabled]")).toEqual([]);
  });

  it("offers nothing to whoever only reads", () => {
    const { screen } = open(undefined, "read");
    expect(screen.all("button, a")).toEqual([]);
    expect(screen.text).toContain("This token only reads");
  });
});

describe("the home of the search", () => {
  const home = (status: object, now: object = status) =>
    onPage(() => h(Home, {}), { answers: () => now, status });
  const empty = { documents: 0, chunks: 0, roots: [] };

  it("shows the ways to begin where nothing is there", async () => {
    asBrowser({ location: { origin: "https://recall.example" } });
    const { screen } = home(empty);
    await screen.shows("Nothing is in here yet");
  });

  it("shows them in place of advice to a search that finds nothing there", async () => {
    asBrowser({ location: { origin: "https://recall.example" } });
    const answer = searchAnswerOf({ outcome: "nothing_found", confidence: "none" });
    const nothing = (status: object) =>
      onPage(() => h(Nothing, { answer }), { answers: () => status, status }).screen;
    const screen = nothing(empty);
    await screen.shows("Nothing is in here yet");
    expect(screen.texts(".silence")).toEqual(["Nothing found."]);
    expect(nothing({ ...empty, documents: 1 }).texts(".silence p")).toEqual([
      "Try fewer words, other ones, or a part of a name.",
    ]);
  });

  it("counts what has come since the sign-in", async () => {
    const { screen } = home(empty, { documents: 2, chunks: 3 });
    await screen.shows("2 documents in 3 passages");
    expect(screen.text).not.toContain("Nothing is in here yet");
  });

  it("says that the sample is there to whoever may remove it", async () => {
    const roots = [{ root: SAMPLE_ROOT, documents: 4, bytes: 1, indexedAt: null }];
    const { screen } = home({ documents: 4, chunks: 4, scope: "write", roots });
    await screen.shows("The sample is in this workspace.");
    expect(home({ documents: 4, chunks: 4, scope: "read", roots }).screen.text).not.toContain("sample");
  });
});

describe("the sample", () => {
  it("is removed by one press, and stays where that fails", async () => {
    const page = (answers: Answers) => onPage(() => h(SampleThere, {}), { answers });
    const { screen, asked, told } = page(() => ({ deleted: 4, version: 2 }));
    screen.press("Remove the sample");
    await screen.until(() => told.length === 1);
    expect(asked.map(({ method, path }) => [method, path])).toEqual([["DELETE", `/v1/roots/${SAMPLE_ROOT}`]]);
    expect(screen.text).toBe("");
    const refused = page(() => refusal(503, "unavailable", "Busy"));
    refused.screen.press("Remove the sample");
    await refused.screen.until(() => refused.told.length === 1);
    expect(refused.told).toEqual([{ tone: "error", text: "The sample could not be removed: Busy" }]);
    expect(refused.screen.has("Remove the sample")).toBe(true);
  });
});
