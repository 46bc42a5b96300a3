import { expect, it } from "vitest";
import { withServer } from "../../src/cli/session/session.ts";
import { bookmarkKey, readBookmark } from "../../src/cli/settings/bookmarks.ts";
import { type Fault, fakeServer } from "./fake-server.ts";
import { capturedTerminal } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const TOKEN = "rcl_k1.t1.7.w.-.sig";

const answering =
  (bookmark: string): Fault =>
  (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "x-recall-bookmark": bookmark });
    response.end("{}");
    return true;
  };

it("keeps the bookmark of what it wrote last, and those of writes sent at once, also when the work fails", async () => {
  const server = await fakeServer();
  const env = { XDG_CONFIG_HOME: temporaryFolder(), APPDATA: "" };
  const { terminal } = capturedTerminal(env);
  const context = {
    terminal,
    env,
    cwd: ".",
    flags: {},
    reach: () => fetch,
    interrupted: () => new AbortController().signal,
  };
  server.faults.push(answering("0009"), answering("0001"), answering("0003"), answering("0002"));
  const settings = { url: server.url, token: TOKEN, config: undefined };
  const work = withServer(context, settings, async (client) => {
    const write = () => client.forgetByQuery({ query: "heron" });
    for (let call = 0; call < 2; call += 1) await write();
    await Promise.all([write(), write()]);
    throw new Error("the work failed");
  });
  await expect(work).rejects.toThrow("the work failed");
  expect(server.seen.map(({ headers }) => headers["x-recall-bookmark"])).toEqual([
    undefined,
    "0009",
    "0001",
    "0001",
  ]);
  expect(await readBookmark(env, bookmarkKey(server.url, TOKEN))).toMatch(/^(?:0003,0002|0002,0003)$/);
});
