import { describe, expect, it } from "vitest";
import { countedWorld } from "../../support/worlds/counted-world.ts";

const FILES = {
  "auth/tokens.md":
    "# Tokens\n\nUsers authenticate with a token.\n\n## Renewal\n\nAuthentication is renewed daily.\n",
  "deploy/cluster.md":
    "# Cluster\n\nKubernetes runs the workers.\n\n## Help\n\nKubernetes needs help from getUserById here.\n",
  "deploy/build.md":
    "# Build\n\nA change may break the build.\n\n## Repair\n\nHelp where getUserById breaks.\n",
  "waves/notes.md":
    "# Waves\n\nA kubernetic wave, said the Prüfung.\n\n## More\n\nKubernetic waves of the Prüfung.\n",
};

describe("the repair of misspelt words", () => {
  const { here, isolate, searchOn } = countedWorld(FILES);
  const search = (query: string, more: Record<string, unknown> = {}) =>
    searchOn(isolate(), query, { profile: "keyword", ...more });
  const readAs = async (query: string, more: Record<string, unknown> = {}) =>
    (await search(query, more)).use.repaired.map(({ to }: { to: string }) => to);

  it.each([
    ["autentication", "authentication"],
    ["autenticate", "authenticate"],
    ["kuberntes", "kubernetes"],
    ["prufng", "prüfung"],
  ])(
    "shows %s as %s, a word that the texts have, in the form most like the typed one",
    async (query, word) => {
      expect(await readAs(query)).toEqual([word]);
    },
  );

  it("reads a word as one of the searched texts, whichever is nearest elsewhere", async () => {
    expect(await readAs("kuberntes", { filters: { prefix: "waves/" } })).toEqual(["kubernetic"]);
    expect(await readAs("kuberntes", { filters: { glob: "**/notes.md" } })).toEqual(["kubernetic"]);
    expect((await search("kuberntes", { filters: { prefix: "waves/" } })).hits).toHaveLength(2);
  });

  it.each([{ prefix: "auth/" }, { root: "elsewhere" }, { kind: "memory" }, { after: "2031-01-01" }])(
    "leaves a word alone where the texts of %j have none like it",
    async (filters) => {
      const { use, didYouMean, hits } = await search("kuberntes", { filters });
      expect([use.repaired, didYouMean, hits]).toEqual([[], undefined, []]);
    },
  );

  it("takes no correct English word for another, and says which one the texts have", async () => {
    const answer = await search("helm bread");
    expect(answer).toMatchObject({ outcome: "nothing_found", use: { repaired: [] } });
    expect(answer.didYouMean).toEqual([
      { from: "helm", to: "help" },
      { from: "bread", to: "break" },
    ]);
  });

  it.each([
    ["a name in code", "where is getUserByld", "getuserbyld", "getuserbyid"],
    ["a word in backticks", "what are `kuberntes`", "kuberntes", "kubernetes"],
    ["a word in quotes", 'runs "kuberntes"', "kuberntes", "kubernetes"],
    ["a part of a constant", "set KUBERNTES_TOKEN", "kuberntes", "kubernetes"],
  ])("searches %s as it is typed", async (_, query, from, to) => {
    const { use, didYouMean } = await search(query);
    expect([use.repaired, didYouMean]).toEqual([[], [{ from, to }]]);
  });

  it("tells of a repair again when the answer is repeated", async () => {
    const filters = { prefix: "deploy/" };
    const first = await searchOn(isolate(), "the kuberntes of getUserByld", { filters });
    const again = await searchOn(isolate(), "the kuberntes of getUserByld", { filters });
    expect(again.use).toMatchObject({ cached: ["answer"], repaired: first.use.repaired });
    expect(first.use.repaired).toEqual([{ from: "kuberntes", to: "kubernetes" }]);
    expect(again.didYouMean).toEqual([{ from: "getuserbyld", to: "getuserbyid" }]);
  });

  it("takes no hop more than before: one for the vocabulary, one for the repaired question", async () => {
    const client = isolate();
    const ask = (query: string) =>
      searchOn(client, query, { profile: "keyword", filters: { prefix: "deploy/" } });
    expect([(await ask("kuberntes")).hops, (await ask("kuberntes runs")).hops]).toEqual([3, 2]);
  });

  it("never asks for more than the workspace's own words", async () => {
    const other = await isolate().workspace("other");
    await isolate().upload(other, { "a.md": "Kubernetes.\n\n# B\n\nKubernetes again.\n" });
    const { body } = await isolate().search(other, "autentication", { profile: "keyword" });
    expect([body.use.repaired, body.didYouMean]).toEqual([[], undefined]);
    expect(here.token).not.toBe(other);
  });
});

describe("a search while its query is typed", () => {
  const { here, isolate, searchOn } = countedWorld(FILES);
  const paths = async (query: string, more: Record<string, unknown> = {}) =>
    (await searchOn(isolate(), query, { profile: "keyword", typing: true, ...more })).hits.map(
      ({ path }: { path: string }) => path,
    );

  it.each(["aut", "authe", "authentic", "authenticat", "authenticati", "authenticatio", "authentication"])(
    "finds words that begin with %s",
    async (query) => {
      expect(new Set(await paths(query))).toEqual(new Set(["auth/tokens.md"]));
    },
  );

  it("finds by the last word alone what begins so, and by no word of another search", async () => {
    expect(await paths("kub")).toHaveLength(4);
    expect(await paths("kub ")).toEqual([]);
    expect(await paths("kub zzz")).toEqual([]);
    expect(await paths("kub", { typing: false })).toEqual([]);
    expect(await paths("ku")).toEqual([]);
  });

  it("puts first what has the other words too, and marks what begins so", async () => {
    const { hits } = await searchOn(isolate(), "help kub", { profile: "keyword", typing: true });
    expect(hits[0].path).toBe("deploy/cluster.md");
    const { text, highlights } = hits[0].snippet;
    const marked = highlights.map(([from, to]: [number, number]) => text.slice(from, to).toLowerCase());
    expect(new Set(marked)).toEqual(new Set(["help", "kubernetes"]));
  });

  it("is neither repaired nor logged nor kept, and its finished words are repaired", async () => {
    const rows = async (from: string) => {
      const count = here.database.database.prepare(`SELECT count(*) AS n FROM ${from}`);
      return (await count.first<{ n: number }>())?.n;
    };
    const kept = async () => [await rows("answers"), await rows("query_results")];
    const before = await kept();
    const half = await searchOn(isolate(), "prufng kuberntes", { typing: true });
    expect(half.use.repaired).toEqual([{ from: "prufng", to: "prüfung" }]);
    expect(half.didYouMean).toEqual([{ from: "kuberntes", to: "kubernetes" }]);
    expect([await rows("recalls WHERE query LIKE 'prufng%'"), await kept()]).toEqual([0, before]);
  });

  it("is asked for by GET too", async () => {
    const { body } = await isolate().call("GET", "/v1/search?q=kub&typing=true&profile=keyword", {
      token: here.token,
    });
    expect(body.hits).toHaveLength(4);
  });
});
