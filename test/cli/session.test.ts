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

it("keeps the newest bookmark, in whatever order answers come, also when the work fails", async () => {
  const server = await fakeServer();
  const env = { XDG_CONFIG_HOME: temporaryFolder(), APPDATA: "" };
  const { terminal } = capturedTerminal(env);
  const context = { terminal, env, cwd: ".", flags: {}, interrupted: () => new AbortController().signal };
  server.faults.push(answering("0001"), answering("0003"), answering("0002"));
  const settings = { url: server.url, token: TOKEN, config: undefined };
  const work = withServer(context, settings, async (client) => {
    for (let call = 0; call < 3; call += 1) await client.forgetByQuery({ query: "heron" });
    throw new Error("the work failed");
  });
  await expect(work).rejects.toThrow("the work failed");
  expect(server.seen.map(({ headers }) => headers["x-recall-bookmark"])).toEqual([undefined, "0001", "0003"]);
  expect(await readBookmark(env, bookmarkKey(server.url, TOKEN))).toBe("0003");
});
