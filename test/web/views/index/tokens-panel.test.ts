import { h } from "preact";
import { describe, expect, it } from "vitest";
import { AccessPart } from "../../../../src/web/views/index/access/access-part.tsx";
import { type Answers, onPage, refusal, type Screen } from "../../support/screen.ts";
import { asWindow, type TestWindow } from "../../support/window.ts";

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const SIGN_IN = {
  ...{ id: "s1", browser: "Firefox on Linux", createdAt: at(-3), expiresAt: at(27) },
  ...{ lastUsedAt: at(-1), lastAddress: "203.0.113.0/24" },
};
const TOKEN = {
  ...{ id: "t1", workspace: "home", scope: "admin", name: "laptop", parent: null, createdAt: at(-9) },
  ...{ expiresAt: null, revokedAt: null, lastUsedAt: null, lastDoor: null, lastAddress: null },
  ...{
    client: null,
    signIns: [SIGN_IN, { ...SIGN_IN, id: "s2", browser: "Chrome on Android", lastUsedAt: null }],
  },
};
const CLIENT = {
  ...TOKEN,
  ...{ id: "t2", scope: "read", name: "Heron editor, OAuth by localhost", client: "<b>Heron</b> editor" },
  ...{ expiresAt: at(90), lastUsedAt: at(-2), lastDoor: "mcp", lastAddress: "local", signIns: [] },
  ...{ roots: ["birds", "beasts"], session: "s-42", log: false },
};
const ENDED = [
  { ...TOKEN, id: "t3", revokedAt: at(-1) },
  { ...TOKEN, id: "t4", expiresAt: at(-1) },
];

async function opened(answers: Answers, more: { signIn?: string; scope?: string; window?: TestWindow } = {}) {
  const { signIn, scope = "admin", window } = more;
  const page = onPage(() => h(AccessPart, { round: 0 }), {
    answers: (asked) =>
      asked.path === "/v1/access-log" ? { entries: [], nextCursor: null } : answers(asked),
    status: { scope },
    window,
    ...(signIn !== undefined && { signIn }),
  });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  const did = () =>
    page.asked.filter(({ method }) => method !== "GET").map((one) => `${one.method} ${one.path}`);
  return { ...page, did };
}
const all: Answers = ({ path }) =>
  path === "/v1/tokens" ? { tokens: [TOKEN, CLIENT, ...ENDED] } : { deleted: true };
const rows = (screen: Screen, panel: string) =>
  screen
    .all(`[aria-labelledby="${panel}"] tbody tr`)
    .map((row) =>
      Array.from(row.querySelectorAll("td"), (cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim()),
    );

describe("the tokens of a workspace", () => {
  it("are those that count, with client, scope, limits, last use and end", async () => {
    const { screen } = await opened(all, { signIn: "s1" });
    expect(rows(screen, "tokens")).toEqual([
      ["laptop (this page)t1", "administer", "all of it", "never", "never by itself", "Revoke"],
      [
        "Heron editor, OAuth by localhost t2 OAuth client <b>Heron</b> editor",
        ...["read", "birds, beasts; session s-42; not logged", "2d ago mcp, local", "in 3 months", "Revoke"],
      ],
    ]);
  });

  it("are revoked when that is wanted, and looked at again", async () => {
    const { screen, asked, did, told } = await opened(all, { signIn: "s1" });
    screen.press("Revoke Heron editor, OAuth by localhost");
    screen.press("Keep");
    expect([screen.all("dialog"), did()]).toEqual([[], []]);
    screen.press("Revoke Heron editor, OAuth by localhost");
    expect(screen.text).not.toContain("you are signed out");
    screen.fire(screen.one("dialog .dialog-acts button:last-child"), "click");
    await screen.until(() => told.length > 0);
    await screen.rest();
    expect([did(), told[0]?.text]).toEqual([
      ["DELETE /v1/tokens/t2"],
      "Heron editor, OAuth by localhost is revoked",
    ]);
    expect(asked.filter(({ method, path }) => method === "GET" && path === "/v1/tokens").length).toBe(2);
  });

  it("sign the page out with its own", async () => {
    const { screen, did, went } = await opened(all, { signIn: "s2" });
    screen.press("Revoke laptop");
    expect(screen.text).toContain("It signs out 2 browsers.This page came in by it: you are signed out.");
    screen.fire(screen.one("dialog .dialog-acts button:last-child"), "click");
    await screen.until(() => went.length > 0);
    expect([did(), went]).toEqual([["DELETE /v1/tokens/t1"], ["signs out"]]);
  });

  it("know the token of the tab itself", async () => {
    const sessionStorage = { getItem: () => "rcl_key.t2.1.r.-.e.-.signature" };
    const { screen } = await opened(all, { window: asWindow({ sessionStorage }) });
    expect(rows(screen, "tokens").map(([name]) => name?.includes("(this page)"))).toEqual([false, true]);
  });

  it("that could not be revoked say why", async () => {
    const { screen, told } = await opened(
      (one) => (one.method === "DELETE" ? refusal(404, "not_found", "It is gone") : all(one)),
      { signIn: "s1" },
    );
    screen.press("Revoke laptop");
    screen.fire(screen.one("dialog .dialog-acts button:last-child"), "click");
    await screen.until(() => told.length > 0);
    expect(told).toEqual([{ tone: "error", text: "Could not revoke it: It is gone" }]);
  });
});

describe("browsers that are signed in", () => {
  it("are listed under their token, the page's own marked", async () => {
    const { screen } = await opened(all, { signIn: "s2" });
    expect(rows(screen, "sign-ins")).toEqual([
      ["Firefox on Linux", "laptop", "3d ago", "yesterday 203.0.113.0/24", "in 27d", "Sign out"],
      [...["Chrome on Android (this browser)", "laptop", "3d ago", "never", "in 27d", "Sign out"]],
    ]);
  });

  it.each([
    [0.01, "within this hour"],
    [0.99, "within this hour"],
    [1.1, "1h ago"],
    [3.2, "3h ago"],
  ])("that are noted as used %s hours ago were so %s", async (hours, text) => {
    const used = { ...SIGN_IN, lastUsedAt: at(-hours / 24) };
    const { screen } = await opened(
      (one) => (one.path === "/v1/tokens" ? { tokens: [{ ...TOKEN, signIns: [used] }] } : all(one)),
      { signIn: "s2" },
    );
    expect(rows(screen, "sign-ins")[0]?.[3]).toBe(`${text} 203.0.113.0/24`);
    expect(screen.one(`[datetime="${used.lastUsedAt}"]`).title).toMatch(/, or within an hour after it$/);
  });

  it.each([
    ["admin", "DELETE /v1/tokens/s1"],
    ["write", "DELETE /v1/sign-ins/s1"],
  ])("are signed out one by one, with scope %s", async (scope, request) => {
    const answers: Answers = (one) => (one.path === "/v1/sign-ins" ? { signIns: [SIGN_IN] } : all(one));
    const { screen, did, told, went } = await opened(answers, { scope, signIn: "s2" });
    screen.press("Sign out Firefox on Linux");
    screen.fire(screen.one("dialog .dialog-acts button:last-child"), "click");
    await screen.until(() => told.length > 0);
    expect([did(), told[0]?.text, went]).toEqual([[request], "Firefox on Linux is signed out", []]);
  });

  it("are signed out by the page itself where it is their own", async () => {
    const { screen, did, went } = await opened(all, { signIn: "s1" });
    screen.press("Sign out Firefox on Linux");
    screen.fire(screen.one("dialog .dialog-acts button:last-child"), "click");
    await screen.until(() => went.length > 0);
    expect([did(), went]).toEqual([[], ["signs out"]]);
  });

  it("are signed out all together, when that is wanted", async () => {
    const { screen, did, went } = await opened(all, { signIn: "s1" });
    screen.press("Sign out everywhere");
    screen.press("Stay");
    expect([did(), went]).toEqual([[], []]);
    screen.press("Sign out everywhere");
    screen.fire(screen.one("dialog .dialog-acts button:last-child"), "click");
    await screen.until(() => went.length > 0);
    expect([did(), went]).toEqual([["DELETE /v1/sign-ins"], ["signs out"]]);
  });

  it("say so where there are none, and what went wrong", async () => {
    const none: Answers = () => ({ signIns: [] });
    const { screen } = await opened(none, { scope: "read" });
    expect(screen.text).toContain("No browser stays signed in.");
    expect(screen.has("Sign out everywhere")).toBe(false);
    const failing = await opened(
      (one) => (one.method === "DELETE" ? refusal(403, "forbidden", "Not here") : { signIns: [SIGN_IN] }),
      { scope: "read" },
    );
    failing.screen.press("Sign out everywhere");
    failing.screen.fire(failing.screen.one("dialog .dialog-acts button:last-child"), "click");
    await failing.screen.until(() => failing.told.length > 0);
    expect([failing.told[0]?.text, failing.went]).toEqual(["Could not sign it out: Not here", []]);
  });
});
