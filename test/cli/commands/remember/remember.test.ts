import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const ID = "0123456789abcdef";
const OLDER = "fedcba9876543210";

const MEMORY = { id: ID, type: "fact", importance: 0.7, priority: 3, timesObserved: 1, supersedes: null };

async function remembering(args: readonly string[], memory: object = {}, answer: object = {}, input = "") {
  const server = await fakeServer();
  const whole = {
    action: "created",
    mergedInto: null,
    redacted: [],
    mayContradict: [],
    ...answer,
    memory: { ...MEMORY, ...memory },
  };
  server.answers.set("POST /v1/memories", whole);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = await runCli(["remember", ...args], { cwd: temporaryFolder(), env, input });
  return { ...run, body: server.seen[0]?.body };
}

it("sends the words as one text, and nothing that was not said", async () => {
  const { code, stdout, body } = await remembering(["We", "deploy"]);
  expect({ code, stdout, body }).toEqual({
    code: 0,
    stdout: "Remembered 01234567 (fact)\n",
    body: { text: "We deploy" },
  });
});

it("sends every flag under the contract's name, tags and entities as they came", async () => {
  const { body } = await remembering([
    ...["We deploy", "--type", "decision", "--session", "s1", "--source", "chat", "--force"],
    ...["--tag", "a", "--tag", "b", "--entity", "Ann", "--entity", "Bo"],
    ...["--importance", "0", "--priority", "5", "--confidence", "1", "--metadata", '{"ticket":7}'],
    ...["--supersedes", `memories:${OLDER}#L1-L2`],
  ]);
  expect(body).toEqual({
    ...{ text: "We deploy", type: "decision", session: "s1", source: "chat", force: true },
    ...{ tags: ["a", "b"], entities: ["Ann", "Bo"] },
    ...{ importance: 0, priority: 5, confidence: 1, metadata: { ticket: 7 } },
    supersedes: OLDER,
  });
});

it.each([
  ["--priority", "0.9"],
  ["--priority", "5.1"],
  ["--importance", "1.01"],
  ["--confidence", "-0.01"],
])("takes no %s of %s", async (flag, value) => {
  const { code, body } = await remembering(["x", flag, value]);
  expect([code, body]).toEqual([2, undefined]);
});

it("takes standard input where no words are given, and refuses blanks from either", async () => {
  expect((await remembering([], {}, {}, " We\ndeploy\n")).body).toEqual({ text: " We\ndeploy\n" });
  for (const [words, input] of [
    [["  "], "something"],
    [[], " \n"],
  ] as const)
    expect(await remembering(words, {}, {}, input)).toMatchObject({
      code: 2,
      stderr: "recall: Say what to remember, or send it to standard input\n",
      body: undefined,
    });
});

it.each([
  [1, "once"],
  [2, "2 times"],
])("says that it was known, observed %i times", async (timesObserved, times) => {
  for (const action of ["merged", "unchanged"])
    expect((await remembering(["x"], { timesObserved }, { action })).stdout).toBe(
      `Known already: 01234567 (fact), observed ${times}\n`,
    );
});

it("says what it was merged into only where that is another memory", async () => {
  expect((await remembering(["x"], {}, { mergedInto: OLDER })).stdout).toBe(
    `Remembered 01234567 (fact); merged into ${OLDER}\n`,
  );
  expect((await remembering(["x"], {}, { mergedInto: ID })).stdout).toBe("Remembered 01234567 (fact)\n");
});

it("says what it replaces only where that happened", async () => {
  const flags = ["x", "--supersedes", OLDER.slice(0, 8)];
  expect((await remembering(flags, { supersedes: OLDER })).stdout).toBe(
    "Remembered 01234567 (fact)\nReplaces fedcba98\n",
  );
  for (const supersedes of [null, ID])
    expect((await remembering(flags, { supersedes })).stdout).toBe("Remembered 01234567 (fact)\n");
  expect((await remembering(["x"], { supersedes: OLDER })).stdout).not.toContain("Replaces");
});

it("says of a known memory what it replaces before what it keeps", async () => {
  const flags = ["x", "--supersedes", OLDER, "--priority", "1"];
  expect((await remembering(flags, { supersedes: OLDER }, { action: "merged" })).stdout).toBe(
    "Known already: 01234567 (fact), observed once\nReplaces fedcba98\n" +
      "It keeps its priority 3: recall memories edit 01234567 changes it\n",
  );
});

it("takes what is no memory's id as it is for what the text supersedes", async () => {
  expect((await remembering(["x", "--supersedes", "the old one"])).body).toEqual({
    text: "x",
    supersedes: "the old one",
  });
});

it("names every field that a known memory keeps otherwise than asked", async () => {
  const flags = ["x", "--type", "decision", "--importance", "0.7", "--priority", "1"];
  const known = "Known already: 01234567 (fact), observed once\n";
  expect((await remembering(flags, {}, { action: "unchanged" })).stdout).toBe(
    `${known}It keeps its type fact, priority 3: recall memories edit 01234567 changes it\n`,
  );
  expect((await remembering(["x", "--importance", "0.1"], {}, { action: "merged" })).stdout).toBe(
    `${known}It keeps its importance 0.7: recall memories edit 01234567 changes it\n`,
  );
  expect((await remembering(flags)).stdout).toBe("Remembered 01234567 (fact)\n");
});

it("counts the secrets that were removed, by kind, safe to show", async () => {
  const redacted = [
    { kind: "github_token", count: 2 },
    { kind: "jwt\u001b", count: 1 },
  ];
  expect((await remembering(["x"], {}, { redacted })).stdout).toBe(
    "Remembered 01234567 (fact)\nRemoved before it was kept: 2 github_token, 1 jwt␛\n",
  );
});

it("tells what it may contradict, and how that is replaced", async () => {
  const rival = {
    ...{ id: OLDER, date: "2026-11-20T12:00:00.000Z", text: "The port\nis 8080." },
    words: "may contradict fedcba98, older, 3 days earlier",
  };
  const { stdout } = await remembering(["The port is 9090."], {}, { mayContradict: [rival] });
  expect(stdout.split("\n")).toEqual([
    "Remembered 01234567 (fact)",
    "01234567 may contradict fedcba98, older, 3 days earlier: The port is 8080.",
    "If it no longer holds: say this again with --supersedes fedcba98",
    "If it says the same: recall memories merge 01234567 fedcba98",
    "",
  ]);
});

it("leaves it to the reader which of several it contradicts", async () => {
  const rival = (id: string) => ({
    ...{ id, date: "2026-11-20T12:00:00.000Z", text: "Birch listens on 8080." },
    words: `may contradict ${id.slice(0, 8)}, older, 3 days earlier`,
  });
  const mayContradict = [rival(OLDER), rival(OLDER.replaceAll("f", "0"))];
  const { stdout } = await remembering(["Alder listens on 7171."], {}, { mayContradict });
  expect(stdout.split("\n").slice(3)).toEqual([
    "If one of them no longer holds: say this again with --supersedes <its id>",
    "If one of them says the same: recall memories merge 01234567 <its id>",
    "",
  ]);
});
