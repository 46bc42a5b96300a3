import { describe, expect, it } from "vitest";
import { takeFromAddress } from "../../src/web/state/session.ts";
import { refusal } from "./support/screen.ts";
import { browser, KEY, open, signedIn, statusOf } from "./support/session-browser.ts";

describe("a session", () => {
  it("begins with a token that the server knows, without blanks around it", async () => {
    const { screen, kept, asked, credentials, workspace } = open({});
    screen.type(screen.field("#token"), "  ");
    screen.submit();
    expect([asked, [...kept]]).toEqual([[], []]);
    screen.type(screen.field("#token"), " a1 ");
    screen.submit();
    expect(screen.one("[type=submit]").hasAttribute("disabled")).toBe(true);
    await screen.until(signedIn);
    expect([asked, [...kept], workspace()]).toEqual([["a1"], [[KEY, "a1"]], ["Team a"]]);
    expect([...credentials]).toEqual(["omit"]);
    screen.press("Sign out");
    expect([[...kept], signedIn(screen), screen.texts(".problem")]).toEqual([[], false, [""]]);
  });

  it("has the field in focus when it is asked for", async () => {
    const { screen } = open({});
    await screen.rest();
    expect(screen.document.activeElement?.id).toBe("token");
  });

  it("says what to do with what is no token, until it is corrected, and asks no server", async () => {
    const { screen, asked } = open({ token: "bad" });
    await screen.shows("Unknown bad");
    const shown: string[] = [];
    for (const typed of ["", "  ", "Bearer ", "a1 b2", "Bearer a1 b2"]) {
      screen.type(screen.field("#token"), typed);
      screen.submit();
      shown.push(...screen.texts(".problem"));
      expect(screen.field("#token").getAttribute("aria-invalid")).toBe("true");
    }
    expect(shown).toEqual([
      ...["Type a token.", "Type a token.", "Type a token."],
      ...["A token has no spaces.", "A token has no spaces."],
    ]);
    screen.type(screen.field("#token"), "a");
    expect([screen.texts(".problem"), asked]).toEqual([[""], ["bad"]]);
  });

  it.each(["Bearer a1", "bearer  a1 ", "a1"])("begins with %j, copied from a header", async (typed) => {
    const { screen, asked } = open({});
    screen.type(screen.field("#token"), typed);
    screen.submit();
    await screen.until(signedIn);
    expect(asked).toEqual(["a1"]);
  });

  it.each([
    [401, "unauthorized", true],
    [403, "forbidden", true],
    [400, "invalid_input", true],
    [404, "not_found", false],
    [409, "conflict", false],
  ])("answered with %i %s ends: %s", async (status, code, isOut) => {
    const { screen, kept } = open({ token: "a1", answers: () => refusal(status, code, "So it is") });
    await screen.shows("So it is");
    expect([screen.all("#token").length, kept.has(KEY)]).toEqual([isOut ? 1 : 0, !isOut]);
    expect(screen.has("Try again")).toBe(!isOut);
  });

  it("goes on when the server answers again", async () => {
    let isDown = true;
    const { screen } = open({
      token: "a1",
      answers: () => (isDown ? refusal(404, "not_found", "A fault") : statusOf("a")),
    });
    await screen.shows("A fault");
    isDown = false;
    screen.press("Try again");
    await screen.until(signedIn);
  });

  it("ends when its token is accepted no more", async () => {
    let isValid = true;
    const { screen, kept, location } = open({
      token: "a1",
      answers: () => (isValid ? statusOf("a") : refusal(401, "unauthorized", "Revoked")),
    });
    await screen.until(signedIn);
    isValid = false;
    location.search = "?q=a";
    screen.fire(screen.window, "popstate");
    await screen.shows("The token is no longer valid. Sign in again.");
    expect([signedIn(screen), kept.has(KEY)]).toEqual([false, false]);
  });

  it("is called by its workspace where that has no name", async () => {
    const { screen, workspace } = open({ token: "a1", answers: () => statusOf("a", { name: "" }) });
    await screen.until(signedIn);
    expect(workspace()).toEqual(["a"]);
    expect(screen.one(".workspace").getAttribute("title")).toBe("write token");
  });
});

describe("a link's token", () => {
  it("leaves the address, and signs in only when that is wanted", async () => {
    const { screen, steps, kept } = open({ address: "/?view=search&x=1", hash: "#token=a1" });
    expect([steps[0], [...kept]]).toEqual(["replace /?view=search&x=1", []]);
    await screen.until(() => screen.all("dialog").length > 0);
    expect([screen.texts("dialog code"), signedIn(screen), [...kept]]).toEqual([["a"], false, []]);
    screen.press("Sign in with the link");
    await screen.until(signedIn);
    expect([...kept]).toEqual([[KEY, "a1"]]);
  });

  it("that nobody wants is gone, and the tab stays signed out", async () => {
    const { screen, kept, follow } = open({});
    follow("#token=b1");
    await screen.until(() => screen.all("dialog").length > 0);
    screen.press("Do not sign in");
    await screen.rest();
    expect([screen.all("dialog"), signedIn(screen), [...kept]]).toEqual([[], false, []]);
  });

  it("that is refused where nobody is signed in says so", async () => {
    const { screen, kept } = open({ hash: "#token=bad" });
    await screen.shows("The link's token was refused: Unknown bad");
    expect([signedIn(screen), [...kept]]).toEqual([false, []]);
  });

  it("of the same workspace takes the session's place without a question", async () => {
    const { screen, kept } = open({ token: "a1", hash: "#token=a2" });
    await screen.until(() => kept.get(KEY) === "a2");
    await screen.until(signedIn);
    expect(screen.all("dialog")).toEqual([]);
  });

  it("of another workspace is asked about, and declined", async () => {
    const { screen, kept, workspace } = open({ token: "a1", hash: "#token=b1" });
    await screen.until(() => screen.all("dialog").length > 0);
    expect(screen.texts("dialog code")).toEqual(["a", "b"]);
    screen.press("Stay here");
    expect([screen.all("dialog"), kept.get(KEY), workspace()]).toEqual([[], "a1", ["Team a"]]);
  });

  it("of another workspace is taken on demand", async () => {
    const { screen, kept, workspace } = open({ token: "a1", hash: "#token=b1" });
    await screen.until(() => screen.all("dialog").length > 0);
    screen.press("Change");
    await screen.until(() => workspace()[0] === "Team b");
    expect([kept.get(KEY), screen.all("dialog")]).toEqual(["b1", []]);
  });

  it("that is refused leaves the session, and is told", async () => {
    const { screen, kept } = open({ token: "a1", hash: "#token=bad" });
    await screen.shows("The link's token was refused; you stay signed in: Unknown bad");
    expect(kept.get(KEY)).toBe("a1");
  });

  it("is offered where the session's own is refused", async () => {
    const { screen, kept, workspace } = open({ token: "bad", hash: "#token=b1" });
    await screen.until(() => screen.all("dialog").length > 0);
    screen.press("Sign in with the link");
    await screen.until(signedIn);
    expect([kept.get(KEY), workspace()]).toEqual(["b1", ["Team b"]]);
  });

  it("that comes later is asked about too, and a sign-out forgets it", async () => {
    const { screen, kept, follow } = open({ token: "a1" });
    await screen.until(signedIn);
    follow("#other");
    follow("#token=b1");
    await screen.until(() => screen.all("dialog").length > 0);
    screen.press("Sign out");
    await screen.rest();
    expect([signedIn(screen), kept.has(KEY)]).toEqual([false, false]);
  });

  it.each([
    ["#token=a1", { kind: "token", secret: "a1" }, true],
    ["#token=%20a1%20", { kind: "token", secret: "a1" }, true],
    ["#x=1&token=a1", { kind: "token", secret: "a1" }, true],
    ["#link=rcs_1", { kind: "link", secret: "rcs_1" }, true],
    ["#token=", undefined, true],
    ["#tokens=a1", undefined, false],
    ["", undefined, false],
  ])("of %j is %s", (hash, linked, isRemoved) => {
    const { steps } = browser({ hash, address: "/?q=a" });
    expect(takeFromAddress()).toEqual(linked);
    expect(steps).toEqual(isRemoved ? ["replace /?q=a"] : []);
  });
});

describe("the page", () => {
  it("keeps its place in the address, one step of the history each, and names it in the title", async () => {
    const { screen, steps, location } = open({ token: "a1", address: "/?q=keys" });
    const { document } = screen;
    await screen.until(signedIn);
    expect(document.title).toBe("keys · Search · edge-recall");
    expect(
      screen.all(".views a").map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")]),
    ).toEqual([
      ["/?q=keys", "page"],
      ["/?view=memory&q=keys", null],
      ["/?view=graph&q=keys", null],
      ["/?view=index&q=keys", null],
    ]);
    screen.press("Search");
    screen.press("edge-recall");
    expect(steps).toEqual(["replace /?q=keys", "push /"]);
    expect(document.title).toBe("Search · edge-recall");
    location.search = "?q=back";
    screen.fire(screen.window, "popstate");
    await screen.until(() => document.title === "back · Search · edge-recall");
  });

  it("leaves clicks that open another tab to the browser", async () => {
    const { screen, steps } = open({ token: "a1" });
    await screen.until(signedIn);
    const link = screen.one(".views a:not([aria-current])");
    for (const more of [
      { metaKey: true },
      { ctrlKey: true },
      { shiftKey: true },
      { altKey: true },
      { button: 1 },
    ]) {
      const event = screen.fire(link, "click", more);
      expect([more, event.defaultPrevented]).toEqual([more, false]);
    }
    expect(steps).toEqual([]);
  });
});
