/**
 * `npm run conformance`: /mcp is asked from outside: by the protocol's own suite, by the official client and by its inspector,
 * which list and call every tool. The suite's own names are on a fixture Worker behind the same door. The authorization
 * server is asked by the suite's scenarios for those, which only its next version has. Its scenarios of clients do not apply:
 * `recall mcp` goes by a token and is no OAuth client. Exit code 1 when anything fails. Suite and inspector are installed in a folder of their own that is deleted afterwards.
 */
import { withLocalServer } from "../src/cli/commands/eval/with-server.ts";
import { TOOLS } from "../src/mcp/tools/table.ts";
import { authorizationScenarios } from "./conformance/authorization.ts";
import { callEvery, withClient } from "./conformance/call-every.ts";
import { inspectorCalls } from "./conformance/inspector.ts";
import { withFixture } from "./conformance/with-fixture.ts";
import { withProxy } from "./conformance/with-proxy.ts";
import { withTools } from "./conformance/with-tools.ts";

/** What a server can pass that does not have the suite's own tools, resources and prompts. */
const OF_ANY_SERVER = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
];
const NAMES = TOOLS.map(({ name }) => name);
const KNOWN_FAILURES = "test/mcp/conformance/expected-failures.yml";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

await withTools(async ({ run, folder, next }) => {
  await withLocalServer(async ({ url, ownerToken, clientFor }) => {
    await clientFor(ownerToken).createWorkspace({ slug: "conformance" });
    const wanted = { scope: "write", workspace: "conformance", name: "" } as const;
    const { token } = await clientFor(ownerToken).createToken(wanted);
    await withProxy({ url, token }, async (proxy) => {
      for (const scenario of OF_ANY_SERVER) {
        say(`\n--- the product, ${scenario}`);
        await run("conformance", ["server", "--url", `${proxy}/mcp`, "--scenario", scenario, "-o", folder]);
      }
    });
    say("\n--- the product, as an authorization server");
    const admin = { scope: "admin", workspace: "conformance", name: "" } as const;
    const { token: adminToken } = await clientFor(ownerToken).createToken(admin);
    await authorizationScenarios({ url, adminToken, program: next, folder });
    for (const isModern of [false, true]) {
      const version = await withClient({ url, token, isModern }, async (client) => {
        await callEvery(NAMES, async (name, args) => {
          const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
          if (isError === true) throw new Error(`${name}: ${JSON.stringify(content)}`);
          return structuredContent;
        });
        return client.getNegotiatedProtocolVersion();
      });
      say(`\n--- the official client, ${version}: lists and calls ${NAMES.join(", ")}`);
    }
    const inspect = inspectorCalls({ url, token, run });
    const listed = await inspect.list();
    if (JSON.stringify(listed) !== JSON.stringify(NAMES)) throw new Error(`the inspector lists ${listed}`);
    await callEvery(NAMES, inspect.call);
    say(`\n--- the inspector: lists and calls ${NAMES.join(", ")}`);
  });
  await withFixture(async (url) => {
    say("\n--- a fixture with the suite's names, behind the same door: the whole suite");
    const known = ["--expected-failures", KNOWN_FAILURES];
    await run("conformance", ["server", "--url", `${url}/mcp`, ...known, "-o", folder]);
  });
});
say("\nAll of it passes.");
