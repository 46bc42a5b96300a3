import { h } from "preact";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AnsweredError } from "../../src/client/failure.ts";
import { unreachable } from "../../src/client/send.ts";
import { AppError } from "../../src/errors.ts";
import { TextField } from "../../src/web/components/form.tsx";
import { Meter } from "../../src/web/components/meter.tsx";
import { Notices, useNotices } from "../../src/web/components/notices.tsx";
import type { Notice } from "../../src/web/state/page.ts";
import { type Loaded, useLoaded } from "../../src/web/state/use-loaded.ts";
import { asBrowser } from "./support/globals.ts";
import { Screen } from "./support/screen.ts";

/** Loads by a key; each request waits until it is answered here. */
function loading(first: string | undefined) {
  const requests: {
    key: string;
    signal: AbortSignal;
    done: (value: string) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const state = { latest: undefined as Loaded<string> | undefined };
  const Probe = ({ of }: { readonly of: string | undefined }) => {
    state.latest = useLoaded<string>(
      of,
      ({ init }) =>
        new Promise((done, fail) => requests.push({ key: of ?? "", signal: init.signal, done, fail })),
    );
    return null;
  };
  const screen = new Screen(h(Probe, { of: first }));
  const now = () => ({
    value: state.latest?.value,
    isLoading: state.latest?.isLoading,
    code: state.latest?.failure?.code,
  });
  const ask = (key: string | undefined) => screen.draw(h(Probe, { of: key }));
  const online = () => screen.fire(screen.window, "online");
  return { requests, state, screen, now, ask, online };
}

const OFFLINE = unreachable("https://a", new TypeError("Failed to fetch"));

describe("what is loaded", () => {
  it("stays while the next is loading, and an answer that comes too late is none", async () => {
    const { requests, now, ask, screen } = loading("a");
    expect(now()).toEqual({ value: undefined, isLoading: true, code: undefined });
    requests[0]?.done("A");
    await screen.until(() => now().value === "A");
    expect(now().isLoading).toBe(false);
    ask("b");
    expect(now()).toEqual({ value: "A", isLoading: true, code: undefined });
    ask("c");
    expect(requests.map(({ key, signal }) => [key, signal.aborted])).toEqual([
      ["a", true],
      ["b", true],
      ["c", false],
    ]);
    requests[2]?.done("C");
    await screen.until(() => now().value === "C");
    requests[1]?.done("B");
    await screen.rest();
    expect(now()).toEqual({ value: "C", isLoading: false, code: undefined });
  });

  it("is nothing without a key", async () => {
    const { requests, now, ask, screen } = loading(undefined);
    expect([now(), requests]).toEqual([{ value: undefined, isLoading: false, code: undefined }, []]);
    ask("a");
    requests[0]?.done("A");
    await screen.until(() => now().value === "A");
    ask(undefined);
    expect(now()).toEqual({ value: undefined, isLoading: false, code: undefined });
  });

  it("stays beside a failure, which ends with the next answer", async () => {
    const { requests, now, ask, screen, state } = loading("a");
    requests[0]?.done("A");
    await screen.until(() => now().value === "A");
    ask("b");
    requests[1]?.fail(new AnsweredError(429, new AppError("rate_limited", "Slow down")));
    await screen.until(() => now().code !== undefined);
    expect(now()).toEqual({ value: "A", isLoading: false, code: "rate_limited" });
    state.latest?.retry();
    await screen.until(() => requests.length === 3);
    expect(now()).toEqual({ value: "A", isLoading: true, code: "rate_limited" });
    requests[2]?.done("B");
    await screen.until(() => now().value === "B");
    expect(now()).toEqual({ value: "B", isLoading: false, code: undefined });
  });

  it("is no failure where the page itself ended the request", async () => {
    const { requests, now, screen } = loading("a");
    requests[0]?.fail(new DOMException("ended", "AbortError"));
    await screen.rest();
    expect(now().code).toBeUndefined();
  });

  it("is asked for again when the browser is online again, if that was why it failed", async () => {
    const { requests, online, now, screen } = loading("a");
    online();
    expect(requests).toHaveLength(1);
    requests[0]?.fail(OFFLINE);
    await screen.until(() => now().code === "offline");
    online();
    await screen.until(() => requests.length === 2);
    requests[1]?.fail(new AppError("unavailable", "No JSON"));
    await screen.until(() => now().code === "unavailable");
    online();
    await screen.rest();
    expect(requests).toHaveLength(2);
  });
});

describe("a request that got no answer", () => {
  it("is sent again every three seconds, and no more once there is one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { requests, now, screen } = loading("a");
    for (const round of [1, 2]) {
      requests.at(-1)?.fail(OFFLINE);
      await screen.until(() => now().code === "offline" && !now().isLoading);
      vi.advanceTimersByTime(2_999);
      expect(requests).toHaveLength(round);
      vi.advanceTimersByTime(1);
      await screen.until(() => requests.length === round + 1);
    }
    requests.at(-1)?.done("B");
    await screen.until(() => now().value === "B");
    vi.advanceTimersByTime(60_000);
    await screen.rest();
    expect([requests.length, now().code]).toEqual([3, undefined]);
  });
});

describe("messages", () => {
  function open() {
    const state = { tell: (_: Notice): void => undefined };
    const Corner = () => {
      const { notices, close, tell } = useNotices();
      state.tell = tell;
      return h(Notices, { notices, close });
    };
    const screen = new Screen(h(Corner, {}));
    const tell = async (notice: Notice) => {
      const before = screen.all(".notice").length;
      state.tell(notice);
      await screen.until(() => screen.all(".notice").length === before + 1);
    };
    return { screen, tell };
  }

  it("stand below each other, and each is closed by itself", async () => {
    const { screen, tell } = open();
    for (const text of ["one", "two", "three"]) await tell({ tone: "success", text });
    const [, second] = screen.named("Close message");
    if (second !== undefined) screen.fire(second, "click");
    expect(screen.texts(".notice")).toEqual(["one", "three"]);
    await tell({ tone: "error", text: "four" });
    expect(screen.texts(".notice.is-error")).toEqual(["four"]);
    expect(screen.texts(".notice")).toEqual(["one", "three", "four"]);
  });

  it("go when what they offer was done", async () => {
    const { screen, tell } = open();
    const runs: string[] = [];
    await tell({
      tone: "success",
      text: "gone",
      action: { label: "Undo", run: () => void runs.push("undo") },
    });
    screen.press("Undo");
    expect([runs, screen.texts(".notice")]).toEqual([["undo"], []]);
  });

  it("go by themselves: those that offer something later", async () => {
    const { screen, tell } = open();
    const timers: number[] = [];
    asBrowser({
      setTimeout: (_: () => void, ms: number) => void timers.push(ms),
      clearTimeout: () => undefined,
    });
    await tell({ tone: "success", text: "a" });
    await tell({ tone: "success", text: "b", action: { label: "Undo", run: () => undefined } });
    expect(timers.filter((ms) => ms > 1_000)).toEqual([6_000, 20_000]);
    expect(screen.all(".notice")).toHaveLength(2);
  });
});

describe("a field", () => {
  const field = (value: string, type: "text" | "date" = "text") => {
    const committed: string[] = [];
    const commit = (typed: string) => void committed.push(typed);
    const draw = (given: string) => h(TextField, { label: "F", value: given, type, commit });
    return { screen: new Screen(draw(value)), draw, committed };
  };

  it("keeps what is typed until it is given another value", () => {
    const { screen, draw, committed } = field("a");
    const input = screen.field("input");
    screen.type(input, "ab");
    screen.draw(draw("a"));
    expect([input.value, committed]).toEqual(["ab", []]);
    screen.draw(draw("c"));
    expect(input.value).toBe("c");
  });

  it.each([
    ["2026-01-01", "2026-01-01"],
    ["7d", ""],
    ["2026-01-01T00", ""],
  ])("for a date shows %s as %j", (value, shown) => {
    const shownIn = ({ screen }: ReturnType<typeof field>) => screen.field("input").value;
    expect(shownIn(field(value, "date"))).toBe(shown);
    expect(shownIn(field(value))).toBe(value);
  });
});

describe("a meter", () => {
  it.each([
    [-0.5, 0, "M: 0%"],
    [0.256, 0.256, "M: 26%"],
    [1.5, 1, "M: 100%"],
  ])("of a share of %d stays between nothing and all", (share, value, label) => {
    const meter = new Screen(h(Meter, { label: "M", share })).one<HTMLMeterElement>("meter");
    expect([meter.value, meter.getAttribute("aria-label")]).toEqual([value, label]);
  });
});
