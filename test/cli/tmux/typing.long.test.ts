import { describe, expect, it } from "vitest";
import type { SearchRequest } from "../../../src/search/contract/search.ts";
import { found, hit } from "../../support/found.ts";
import { FAKE_TOKEN } from "../fake-proof.ts";
import { type FakeServer, fakeServer } from "../fake-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { hasTmux, openTerminal } from "./tmux.ts";

const searches = ({ seen }: FakeServer): readonly Partial<SearchRequest>[] =>
  seen.filter(({ url }) => url === "/v1/search").map(({ body }) => body as Partial<SearchRequest>);

/** A terminal in which `recall search` runs against a server of its own. */
async function searching(flags = "") {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", found([hit(), hit({ citation: "b.md#L1" })]));
  const env = { RECALL_URL: server.url, RECALL_TOKEN: FAKE_TOKEN, NO_COLOR: "1" };
  const terminal = openTerminal({ cwd: temporaryFolder(), name: "typing", env });
  terminal.start(`recall search ${flags}`);
  await terminal.until(/> +\w+/);
  return { server, terminal };
}

describe.runIf(hasTmux)("while a query is typed", () => {
  it("asks for what is typed at last, and nothing of it is logged until a hit is used, once", async () => {
    const { server, terminal } = await searching("--kind file -n 2 --profile keyword");
    terminal.type("when are the keys rotated");
    await terminal.until("▸ guides/keys.md#L3-L9");
    terminal.press("C-y");
    await terminal.until("Copied guides/keys.md#L3-L9");
    terminal.press("Down", "C-y");
    await terminal.until("Copied b.md#L1");
    terminal.press("Escape");
    await terminal.ended(0);
    const typed = searches(server).filter(({ log }) => log === false);
    expect(typed.length).toBeLessThan(25);
    expect(typed.at(-1)).toEqual({
      query: "when are the keys rotated",
      limit: 2,
      profile: "keyword",
      filters: { kind: "file" },
      view: "snippet",
      log: false,
      typing: true,
    });
    expect(searches(server).filter(({ log }) => log !== false)).toHaveLength(1);
  });

  it("takes what is pasted for one text, and keys that mean nothing for none", async () => {
    const { server, terminal } = await searching();
    terminal.type("\u001b[200~two\nlines\t日本\u001b[201~");
    await terminal.until(/^> two lines 日本 /m);
    terminal.press("F5", "C-g", "Home", "Delete", "End", "BSpace");
    await terminal.until(/^> wo lines 日 /m);
    await terminal.until("▸ guides/keys.md#L3-L9");
    terminal.press("C-c");
    await terminal.ended(130);
    expect(searches(server).at(-1)?.query).toBe("wo lines 日");
  });

  it("stops and goes on with the shell's own keys", async () => {
    const { terminal } = await searching();
    terminal.type("keys");
    await terminal.until("▸ guides/keys.md#L3-L9");
    terminal.press("C-z");
    await terminal.until(/Stopped/);
    terminal.type("fg");
    terminal.press("Enter");
    await terminal.until("▸ guides/keys.md#L3-L9");
    terminal.press("Escape");
    await terminal.until(/^\$$/m);
  });

  it("gives the terminal back when something is wrong that nobody expected", async () => {
    const { server, terminal } = await searching();
    // Room for a whole stack, whose lines are as long as the path of this checkout.
    terminal.resize(200, 60);
    server.answers.set("POST /v1/search", { ...found([]), outcome: "found", hits: [{}] });
    terminal.type("keys");
    const shown = await terminal.ended(3);
    expect(shown).toContain("TypeError");
    terminal.start("echo back");
    expect(await terminal.ended(0)).toMatch(/^back$/m);
  });
});
