import { describe, expect, it } from "vitest";
import { type Options, open } from "./open-search.ts";

describe("keys", () => {
  async function ready(address = "?q=a", options: Options = {}) {
    const page = open(address, options);
    await page.screen.until(() => page.screen.all(".hit").length === 20);
    return page;
  }

  it("go from the box through the results and back, and stop at the last", async () => {
    const { key, at } = await ready();
    const seen = ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"].map((name) => {
      key(name);
      return at();
    });
    expect(seen).toEqual(["input", "1", "2", "1", "input"]);
    for (let step = 0; step < 22; step++) key("ArrowDown");
    expect(at()).toBe("20");
  });

  it("go on from inside a result", async () => {
    const { key, at, screen } = await ready();
    screen.all(".hit-link")[2]?.focus();
    await screen.until(() => screen.one(".hit.is-selected").getAttribute("data-rank") === "3");
    screen.one(".hit.is-selected [data-act=why]").focus();
    key("ArrowDown");
    expect(at()).toBe("4");
  });

  it("bring the box back, with its text selected", async () => {
    const { key, at, screen } = await ready();
    key("ArrowDown");
    key("Escape");
    const { selectionStart, selectionEnd } = screen.one<HTMLInputElement>("input");
    expect([at(), selectionStart, selectionEnd]).toEqual(["input", 0, 1]);
  });

  it("close what is open first, and return to its result", async () => {
    const { key, at, went, screen } = await ready();
    key("ArrowDown");
    key("ArrowDown");
    screen.fire(screen.one(".hit:not(.x) .hit-link"), "click");
    key("Escape");
    expect([went.at(-1), at()]).toEqual(["replaces /?q=a", "1"]);
  });

  it("close an explanation, and leave the focus at its result", async () => {
    const { key, at, screen } = await ready();
    key("ArrowDown");
    key("w");
    const isOpen = () => screen.all('[data-act="why"][aria-expanded="true"]').length;
    const before = isOpen();
    key("Escape");
    expect([before, isOpen(), at()]).toEqual([1, 0, "1"]);
    key("Escape");
    expect(at()).toBe("input");
  });

  it("of letters press the buttons of the result in focus, and nothing in a field", async () => {
    const { key, screen } = await ready();
    key("w");
    expect(screen.named("Hide why")).toHaveLength(0);
    key("ArrowDown");
    key("j");
    key("w");
    expect(screen.all(".hit")[1]?.querySelectorAll("[aria-expanded=true]")).toHaveLength(1);
    const texts: string[] = [];
    const { clipboard } = { clipboard: { writeText: async (text: string) => void texts.push(text) } };
    Object.defineProperty(globalThis.navigator, "clipboard", { value: clipboard, configurable: true });
    key("c");
    Reflect.deleteProperty(globalThis.navigator, "clipboard");
    expect(texts).toEqual(["guides/keys.md#L3-L9"]);
  });

  it("judge the result: u that it helped, d that it misled, the same again takes it back", async () => {
    const { key, screen, asked } = await ready();
    const pressed = () =>
      screen.all(".vote").findIndex((vote) => vote.getAttribute("aria-pressed") === "true");
    key("ArrowDown");
    key("u");
    expect(pressed()).toBe(0);
    key("d");
    expect(pressed()).toBe(1);
    key("d");
    expect(pressed()).toBe(-1);
    await screen.until(() => asked.filter(({ path }) => path === "/v1/feedback").length === 3);
  });

  it("j and k go like the arrows, f filters, and Enter opens what is selected where nothing has the focus", async () => {
    const { key, at, screen, went, document } = await ready();
    key("ArrowDown");
    for (const [name, there] of [
      ["j", "2"],
      ["j", "3"],
      ["k", "2"],
    ] as const) {
      key(name);
      expect(at()).toBe(there);
    }
    (document.activeElement as HTMLElement).blur();
    key("Enter");
    expect(went.at(-1)).toBe("/?q=a&open=notes:1.md%23L2");
    key("Escape");
    key("ArrowDown");
    key("f");
    expect(screen.one("#filter").getAttribute("aria-expanded")).toBe("true");
  });

  it("Enter in the box leads to the first result, as soon as it is there", async () => {
    const { screen, at } = await ready();
    screen.type(screen.field("input"), "b");
    screen.submit();
    expect(at()).toBe("input");
    await screen.until(() => at() === "1");
  });

  it("are the browser's with Ctrl, Alt or Meta, and while text is composed", async () => {
    const { key, at } = await ready();
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }]) {
      key("ArrowDown", more);
      expect([more, at()]).toEqual([more, "input"]);
    }
  });

  it("are taken from the browser only where they did something", async () => {
    const { key } = await ready();
    expect(key("ArrowUp").defaultPrevented).toBe(false);
    expect(key("ArrowDown").defaultPrevented).toBe(true);
    expect(key("x").defaultPrevented).toBe(false);
  });

  it("of letters can be turned off, except for the result in focus", async () => {
    const { key, at, document } = await ready("?q=a", { stored: { "edge-recall.keys": "off" } });
    key("ArrowDown");
    key("j");
    expect(at()).toBe("2");
    (document.activeElement as HTMLElement).blur();
    key("j");
    expect(at()).toBe("body");
  });
});
