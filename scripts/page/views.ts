import type { Page as Tab } from "playwright-core";

/** What a workspace is in when a picture is taken. */
export const STATES = ["small", "empty", "large", "failing"] as const;
export type State = (typeof STATES)[number];

/** Something of the page that a picture is taken of. */
export interface View {
  readonly name: string;
  readonly address: string;
  /** Shown when everything is, where a small team's notes are in the workspace. */
  readonly ready: string;
  /** @default all of them */
  readonly states?: readonly State[];
  readonly isSignedOut?: boolean;
  readonly before?: (tab: Tab) => Promise<void>;
}

/** Where there is something to open. */
const FILLED: readonly State[] = ["small", "large"];

const press = (name: string) => async (tab: Tab) => tab.getByRole("button", { name }).first().click();

const SIGNED_OUT: readonly View[] = [
  { name: "sign-in", address: "/", ready: "form", isSignedOut: true, states: ["small"] },
  {
    name: "refused",
    ...{ address: "/", ready: "form", isSignedOut: true, states: ["failing"] },
    before: async (tab) => {
      await tab.locator("#token").fill("a-token-of-nobody");
      await tab.keyboard.press("Enter");
      await tab.locator(".problem:not(:empty)").waitFor();
    },
  },
];

const SEARCH: readonly View[] = [
  { name: "start", address: "/", ready: "main :is(h1, h2)" },
  { name: "search", address: "/?q=when+are+the+keys+rotated", ready: ".hit, [class*=hit]" },
  {
    name: "document",
    address: "/?q=when+are+the+keys+rotated&open=notes:runbook.md%23L3-L8",
    ready: "aside h1, aside h2, aside pre",
    states: ["small", "failing"],
  },
  {
    name: "document-opened",
    address: "/?q=when+are+the+keys+rotated",
    ready: ".hit",
    states: ["large"],
    before: async (tab) => {
      await tab.locator(".hit-link").first().click();
      await tab.locator("aside :is(h1, h2, pre)").first().waitFor();
    },
  },
  { name: "nothing", address: "/?q=quarterly+revenue+zeppelin&profile=keyword", ready: ".silence" },
  {
    name: "filters",
    address: "/?q=when+are+the+keys+rotated&kind=file&language=markdown",
    ready: ".hit",
    states: FILLED,
    before: async (tab) => {
      await tab.locator("#filter").click();
      await tab.locator(".filter-panel").waitFor();
    },
  },
  {
    name: "why",
    address: "/?q=when+are+the+keys+rotated",
    ready: ".hit",
    states: FILLED,
    before: async (tab) => {
      await tab.locator(".hit").first().hover();
      await tab.locator("[data-act=why]").first().click();
      await tab.locator(".why summary").first().click();
    },
  },
  {
    name: "palette",
    address: "/",
    ready: ".search-box",
    before: async (tab) => {
      await tab.keyboard.press("Control+k");
      await tab.locator(".palette").waitFor();
      await tab.keyboard.type("kest");
      await tab.getByText("Kestrel Labs").or(tab.getByRole("status")).first().waitFor();
    },
  },
  {
    name: "settings",
    address: "/",
    ready: ".search-box",
    states: ["small"],
    before: async (tab) => {
      await press("Settings")(tab);
      await tab.locator("dialog").waitFor();
    },
  },
  {
    name: "keys",
    address: "/",
    ready: ".search-box",
    states: ["small"],
    before: async (tab) => {
      await tab
        .locator("h1")
        .first()
        .evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await tab.keyboard.press("?");
      await tab.locator("dialog").waitFor();
    },
  },
];

const MEMORY: readonly View[] = [
  { name: "memory", address: "/?view=memory&sort=recalled", ready: ".memory-row" },
  {
    name: "memory-one",
    address: "/?view=memory&sort=recalled",
    ready: ".memory-row",
    states: FILLED,
    before: async (tab) => {
      await tab.locator(".memory-said").first().click();
      await tab.locator(".lane-card").first().waitFor();
    },
  },
  {
    name: "memory-new",
    address: "/?view=memory",
    ready: ".memory-row",
    states: FILLED,
    before: async (tab) => {
      await press("New memory")(tab);
      await tab.locator("dialog textarea").fill("We deploy on Thursdays, never on a Friday");
    },
  },
  { name: "recalls", address: "/?view=memory&show=recalls", ready: ".lane-card" },
  { name: "contradictions", address: "/?view=memory&show=contradictions", ready: ".pair" },
  { name: "review", address: "/?view=memory&show=review", ready: ".captured" },
  { name: "forgotten", address: "/?view=memory&state=forgotten", ready: ".memory-row" },
];

const GRAPH: readonly View[] = [
  {
    name: "graph",
    address: "/?view=graph&q=Heron,+Beacon+and+Lantern&depth=2",
    ready: ".graph-canvas:has(.graph-node)",
    states: FILLED,
    before: async (tab) => {
      await tab.locator(".graph-lists button").first().click();
      await tab.locator(".graph-details .graph-hits").waitFor();
    },
  },
  { name: "graph-start", address: "/?view=graph", ready: ".graph-canvas:has(.graph-name)" },
  {
    name: "entity",
    address: "/?view=graph&entity=ana-lopez",
    ready: ".entity-page:has(.graph-hits):has(.graph-name)",
  },
];

const INDEX: readonly View[] = [
  { name: "index", address: "/?view=index&root=notes", ready: "[aria-labelledby=documents] td" },
  { name: "index-sources", address: "/?view=index&show=sources", ready: ".pulled-source:nth-child(3)" },
  ...["work", "searches", "access", "cost"].map((part) => ({
    ...{ name: `index-${part}`, address: `/?view=index&show=${part}`, ready: ".panel" },
  })),
  {
    name: "index-source-new",
    address: "/?view=index&show=sources",
    ready: ".panel",
    states: ["small"],
    before: async (tab) => {
      await press("Add a source")(tab);
      await tab.locator("dialog summary").click();
    },
  },
];

export const VIEWS: readonly View[] = [...SIGNED_OUT, ...SEARCH, ...MEMORY, ...GRAPH, ...INDEX];
