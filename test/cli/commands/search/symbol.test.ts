import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

async function search(...words: readonly string[]) {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const done = await runCli(["search", ...words], { cwd: temporaryFolder(), env });
  const asked = server.seen.filter(({ url }) => url === "/v1/search").map(({ body }) => body);
  return { ...done, asked };
}

it("asks for what defines a name alone, and leaves other settings as they were said", async () => {
  const { asked } = await search("--symbol", "openSession", "--set", "definition.weight=1", "-n", "3");
  expect(asked).toEqual([
    expect.objectContaining({
      query: "openSession",
      limit: 3,
      settings: { "definition.weight": 1, "definition.only": true },
    }),
  ]);
});

it.each([
  [["--symbol", "openSession", "more"], /instead of a query/],
  [["--symbol", "two words"], /one name/],
  [["--symbol", ""], /one name/],
])("refuses %j, and asks nothing", async (words, message) => {
  const { code, stderr, asked } = await search(...words);
  expect([code, asked]).toEqual([2, []]);
  expect(stderr).toMatch(message);
});
