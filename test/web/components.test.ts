import { h } from "preact";
import { describe, expect, it } from "vitest";
import { Button, IconButton, Segments } from "../../src/web/components/button.tsx";
import { onSubmit, TextField } from "../../src/web/components/form.tsx";
import { date, hour, time } from "../../src/web/components/format.ts";
import { Link } from "../../src/web/components/link.tsx";
import { Meter, ShareBar } from "../../src/web/components/meter.tsx";
import { headOf, StatePanel } from "../../src/web/components/state-panel.tsx";
import { onPage, Screen } from "./support/screen.ts";

const draw = (...content: Parameters<typeof h>) => new Screen(h(...content));

describe("a button", () => {
  it("is no form's own unless it says so, and looks as it is told", () => {
    const one = draw(Button as never, { text: "a", look: "primary", class: "x" } as never).one("button");
    expect([one.getAttribute("type"), one.className.split(/\s+/)]).toEqual([
      "button",
      ["button", "button-primary", "x"],
    ]);
    const plain = draw(Button as never, { text: "a", type: "submit" } as never).one("button");
    expect([plain.getAttribute("type"), plain.className.trim(), plain.querySelector("svg")]).toEqual([
      ...["submit", "button", null],
    ]);
  });

  it("of an icon alone has a name and a tip", () => {
    const one = draw(IconButton as never, { icon: "close", label: "Away" } as never).one("button");
    expect(["aria-label", "title", "type"].map((name) => one.getAttribute(name))).toEqual([
      ...["Away", "Away", "button"],
    ]);
  });

  it("of several shows which one is chosen, and tells which one is pressed", () => {
    const pressed: string[] = [];
    const properties = {
      ...{ label: "L", chosen: "b" },
      choices: [
        ["a", "One"],
        ["b", "Two"],
      ],
      choose: (value: string) => pressed.push(value),
    };
    const screen = draw(Segments as never, properties as never);
    expect(screen.all("button").map((one) => one.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
    screen.press("One");
    screen.press("Two");
    expect([pressed, screen.texts("legend")]).toEqual([["a", "b"], ["L"]]);
  });
});

describe("a link", () => {
  const to = { view: "memory", parameters: { tag: "t" } } as const;
  it("is a real one, followed inside the page, with a name of its own direction", () => {
    const { screen, went } = onPage(() => h(Link, { to, text: "x", current: true, class: "c" }));
    const link = screen.one("a");
    expect([link.getAttribute("href"), link.getAttribute("aria-current"), link.innerHTML]).toEqual([
      ...["/?view=memory&tag=t", "page", "<bdi>x</bdi>"],
    ]);
    expect([screen.fire(link, "click").defaultPrevented, went]).toEqual([true, ["/?view=memory&tag=t"]]);
  });

  it("without such a name shows what is in it", () => {
    const { screen } = onPage(() => h(Link, { to }, h("b", {}, "y")));
    expect(screen.one("a").innerHTML).toBe("<b>y</b>");
    expect(screen.one("a").hasAttribute("aria-current")).toBe(false);
  });
});

describe("a form", () => {
  it("is handled here, its fields trimmed, those that are not there empty", () => {
    const seen: string[] = [];
    const submit = onSubmit((field) => seen.push(field("a"), field("b")));
    const screen = draw("form", { onSubmit: submit } as never, h("input", { name: "a", value: "  x y " }));
    const event = screen.fire(screen.one("form"), "submit");
    expect([seen, event.defaultPrevented]).toEqual([["x y", ""], true]);
  });

  it.each([
    ["date", "2026-01-02", "2026-01-02"],
    ["date", "7d", ""],
    ["date", "2026-01-02x", ""],
    ["date", "x2026-01-02", ""],
    ["date", "2026-1-02", ""],
    ["text", "7d", "7d"],
    [undefined, "7d", "7d"],
  ] as const)("has a field of type %s with %j as %j", (type, value, shown) => {
    const properties = { label: "L", value, commit: () => undefined, ...(type && { type }) };
    expect(new Screen(h(TextField, properties)).field("input").value).toBe(shown);
  });
});

describe("a share", () => {
  it.each([
    [0.256, undefined, "L: 26%", "0.256", "25.6%", "is-gradient"],
    [1.5, undefined, "L: 100%", "1", "100%", "is-gradient"],
    [-1, undefined, "L: 0%", "0", "0%", "is-gradient"],
    [0.5, "3 of 6", "L: 3 of 6", "0.5", "50%", "is-gradient"],
  ])("of %d with %s is named %s", (share, text, name, value, width, tone) => {
    const screen = new Screen(h(Meter, { label: "L", share, ...(text !== undefined && { text }) }));
    const meter = screen.one("meter");
    expect([meter.getAttribute("aria-label"), meter.getAttribute("value") ?? "0"]).toEqual([name, value]);
    const fill = screen.one(".meter-fill");
    expect([fill.style.width, fill.classList.contains(tone)]).toEqual([width, true]);
  });

  it("on the gradient is in whole percent, with the text that it is given", () => {
    const screen = new Screen(h(ShareBar, { share: 0.256, label: "Score", text: "a quarter" }));
    expect(screen.one(".share-bar").style.getPropertyValue("--share")).toBe("26%");
    expect(screen.text).toBe("Score a quarter");
  });
});

describe("a panel in place of an answer", () => {
  it("has a text and a command only where they are given", () => {
    const texts = (more: object) =>
      new Screen(h(StatePanel, { icon: "file", title: "T", ...more } as never)).texts("h2, p, code");
    expect(texts({})).toEqual(["T"]);
    expect(texts({ text: "x", command: "y" })).toEqual(["T", "x", "y", "y"]);
    const tone = (more: object) =>
      new Screen(h(StatePanel, { icon: "file", title: "T", ...more } as never)).one(".state-panel").className;
    expect([tone({}), tone({ tone: "error" })]).toEqual(["state-panel is-quiet", "state-panel is-error"]);
  });

  it("says whether there was no connection", () => {
    expect(headOf({ code: "offline", message: "" })).toMatchObject({ title: "No connection" });
    expect(headOf({ code: "timeout", message: "" })).toMatchObject({ title: "That did not work" });
  });
});

it("times are written as the reader's own", () => {
  const noon = new Date(2026, 0, 2, 15, 4).getTime();
  expect([date(noon), hour(noon), time(noon)].map((text) => text.replace(/\s/g, " "))).toEqual([
    ...["Jan 2, 2026", "3:04 PM", "Jan 2, 2026, 3:04 PM"],
  ]);
  expect(date(new Date(noon).toISOString())).toBe("Jan 2, 2026");
});
