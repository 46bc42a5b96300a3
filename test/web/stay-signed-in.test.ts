import { describe, expect, it } from "vitest";
import { refusal } from "./support/screen.ts";
import { byName, KEY, open, SIGN_IN, signedIn } from "./support/session-browser.ts";

describe("a browser that stays signed in", () => {
  it("begins with a token, which no tab keeps then", async () => {
    const { screen, kept, shared, routes, credentials, workspace } = open({});
    screen.type(screen.field("#token"), "a1");
    screen.fire(screen.one("[type=checkbox]"), "click");
    screen.submit();
    await screen.until(signedIn);
    expect([[...kept], [...shared], workspace()]).toEqual([[], [[SIGN_IN, "s1.a-key"]], ["Team a"]]);
    expect(routes).toEqual(["GET /v1/status", "POST /v1/sign-ins", "GET /v1/status"]);
    // The token's own request alone carries no cookie.
    expect([...credentials]).toEqual(["omit", "same-origin"]);
  });

  it("is the tab alone where the browser keeps no cookie", async () => {
    const { screen, kept, shared } = open({
      answers: (shown, asked) =>
        shown === "a-key" ? refusal(401, "unauthorized", "No") : byName(shown, asked),
    });
    screen.type(screen.field("#token"), "a1");
    screen.fire(screen.one("[type=checkbox]"), "click");
    screen.submit();
    await screen.shows("you are signed in in this tab only");
    expect([signedIn(screen), [...kept], [...shared]]).toEqual([true, [[KEY, "a1"]], []]);
  });

  it("is so in a new tab, until it signs out, which the server is told", async () => {
    const { screen, shared, routes, workspace } = open({ signIn: "s1.a-key" });
    await screen.until(signedIn);
    expect(workspace()).toEqual(["Team a"]);
    screen.press("Sign out");
    await screen.rest();
    expect([signedIn(screen), [...shared], routes.at(-1)]).toEqual([false, [], "DELETE /v1/sign-ins/s1"]);
  });

  it("is signed out where the server knows it no more", async () => {
    const { screen, shared } = open({ signIn: "s1.bad-key" });
    await screen.shows("Unknown bad-key");
    expect([signedIn(screen), [...shared]]).toEqual([false, []]);
  });

  it("follows what another tab does", async () => {
    const { screen, shared, window, workspace } = open({ signIn: "s1.a-key" });
    await screen.until(signedIn);
    const told = (key: string | null) => screen.fire(window, "storage", { key });
    shared.set(SIGN_IN, "s2.b-key");
    told("another");
    expect(workspace()).toEqual(["Team a"]);
    told(SIGN_IN);
    await screen.until(() => workspace()[0] === "Team b");
    shared.clear();
    told(null);
    await screen.rest();
    expect(signedIn(screen)).toBe(false);
    shared.set(SIGN_IN, "s3.c-key");
    told(SIGN_IN);
    await screen.until(signedIn);
  });

  it("leaves a tab its own token, and comes back where that is refused", async () => {
    const { screen, kept, shared, window, workspace } = open({ token: "a1", signIn: "s1.b-key" });
    await screen.until(signedIn);
    screen.fire(window, "storage", { key: SIGN_IN });
    await screen.rest();
    expect(workspace()).toEqual(["Team a"]);
    const other = open({ token: "bad", signIn: "s1.b-key" });
    await other.screen.until(signedIn);
    expect([other.workspace(), [...other.kept], [...other.shared]]).toEqual([
      ["Team b"],
      [],
      [[SIGN_IN, "s1.b-key"]],
    ]);
    expect([...kept, ...shared].length).toBe(2);
  });
});

describe("a printed link", () => {
  it("signs the browser in without a question where nobody is signed in", async () => {
    const { screen, steps, kept, shared, routes, workspace } = open({
      address: "/?q=keys",
      hash: "#link=a1",
    });
    expect(steps[0]).toBe("replace /?q=keys");
    await screen.until(signedIn);
    expect([[...kept], [...shared], workspace()]).toEqual([[], [[SIGN_IN, "s1.a-key"]], ["Team a"]]);
    expect(routes.slice(0, 3)).toEqual(["GET /v1/status", "POST /v1/sign-ins", "GET /v1/status"]);
  });

  it("says what to do where it counts no more, and nothing is lost", async () => {
    const { screen, shared } = open({ hash: "#link=bad" });
    await screen.shows("Unknown bad");
    expect([signedIn(screen), [...shared]]).toEqual([false, []]);
    const again = open({ signIn: "s1.a-key", hash: "#link=bad" });
    await again.screen.shows("This link was used already. You are signed in.");
    expect([...again.shared]).toEqual([[SIGN_IN, "s1.a-key"]]);
  });

  it("asks before it changes the workspace", async () => {
    const { screen, shared, routes } = open({ signIn: "s1.a-key", hash: "#link=b1" });
    await screen.until(() => screen.all("dialog").length > 0);
    expect(routes).not.toContain("POST /v1/sign-ins");
    screen.press("Change");
    await screen.until(() => shared.get(SIGN_IN) === "s1.b-key");
  });

  it("that another tab took at the same moment leaves the browser as it is", async () => {
    const { screen, shared } = open({
      hash: "#link=a1",
      answers: (shown, asked) => {
        if (asked.method !== "POST") return byName(shown, asked);
        shared.set(SIGN_IN, "s9.a-key");
        return refusal(401, "unauthorized", "This link was used");
      },
    });
    await screen.until(signedIn);
    expect([...shared]).toEqual([[SIGN_IN, "s9.a-key"]]);
  });
});
