import { cpSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { type Arguments, COMMANDS } from "../../../scripts/deploy/commands.ts";
import { adviceOf, problemOf, refused } from "../../../scripts/deploy/failure.ts";
import { openWrangler, withoutColours } from "../../../scripts/deploy/wrangler.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";
import { NOT_LOGGED_IN } from "./stand-in-commands.ts";

/** Nobody listens there: whatever a command would do, it does to nobody. */
const NOWHERE = "http://127.0.0.1:9/client/v4";

/** The real wrangler in a folder like the clone's, without a login, and without a way to Cloudflare. */
function realWrangler() {
  const folder = temporaryFolder({
    "src/worker.ts": "export default { fetch: () => new Response() };",
    // The build that wrangler.toml names, with the page made already.
    "scripts/page/build.ts": "",
    "public/index.html": "",
  });
  cpSync("wrangler.toml", `${folder}/wrangler.toml`);
  return openWrangler(folder, {
    PATH: `${process.cwd()}/node_modules/.bin${delimiter}${process.env.PATH}`,
    HOME: folder,
    XDG_CONFIG_HOME: `${folder}/config`,
    CLOUDFLARE_API_BASE_URL: NOWHERE,
  });
}

/** Every argument list with names in it. Logging in would open a browser; only its help is asked for. */
const LISTS: Readonly<Record<keyof typeof COMMANDS, Arguments>> = {
  whoami: COMMANDS.whoami(),
  login: [...COMMANDS.login(), "--help"],
  credential: COMMANDS.credential(),
  listDatabases: COMMANDS.listDatabases(),
  createDatabase: COMMANDS.createDatabase("edge-recall"),
  deleteDatabase: COMMANDS.deleteDatabase("edge-recall"),
  listIndexes: COMMANDS.listIndexes(),
  indexInfo: COMMANDS.indexInfo("an-index"),
  createIndex: COMMANDS.createIndex({ name: "an-index", dimensions: 768 }),
  deleteIndex: COMMANDS.deleteIndex("an-index"),
  listMetadata: COMMANDS.listMetadata("an-index"),
  createMetadata: COMMANDS.createMetadata("an-index", "root"),
  queueInfo: COMMANDS.queueInfo("a-queue"),
  createQueue: COMMANDS.createQueue("a-queue"),
  deleteQueue: COMMANDS.deleteQueue("a-queue"),
  removeConsumer: COMMANDS.removeConsumer("a-queue", "edge-recall"),
  listBuckets: COMMANDS.listBuckets(),
  createBucket: COMMANDS.createBucket("a-bucket"),
  listSecrets: COMMANDS.listSecrets("edge-recall"),
  putSecret: COMMANDS.putSecret("edge-recall"),
  deployWorker: COMMANDS.deployWorker("free"),
  deleteWorker: COMMANDS.deleteWorker("edge-recall"),
};
/** These answer without a login in their own way. */
const OTHERWISE: readonly string[] = ["whoami", "login", "credential"];

describe("the real wrangler", () => {
  it.each(Object.entries(LISTS).filter(([name]) => !OTHERWISE.includes(name)))(
    "understands %s, and asks for a login as the stand-in does",
    async (_name, args) => {
      const answer = await realWrangler()(args);
      expect([answer.code, problemOf(answer)]).toEqual([1, expect.stringContaining("CLOUDFLARE_API_TOKEN")]);
      expect(problemOf(answer)).toContain(
        problemOf({ stdout: "", stderr: withoutColours(NOT_LOGGED_IN.stderr ?? "") }),
      );
      expect(adviceOf(refused(answer))).toContain("npx wrangler login");
    },
  );

  it("refuses an argument that it does not know, so that the test above can fail", async () => {
    const answer = await realWrangler()([...LISTS.createQueue, "--size=9"]);
    expect([answer.code, problemOf(answer)]).toEqual([1, expect.stringContaining("Unknown argument: size")]);
  });

  it("says in JSON that nobody is logged in, and has no credential then", async () => {
    const wrangler = realWrangler();
    const whoami = await wrangler(LISTS.whoami);
    expect([whoami.code, JSON.parse(whoami.stdout)]).toEqual([1, { loggedIn: false }]);
    const credential = await wrangler(LISTS.credential);
    expect([credential.code, problemOf(credential)]).toEqual([1, expect.stringContaining("Not logged in")]);
    expect((await wrangler(LISTS.login)).code).toBe(0);
  });
});
