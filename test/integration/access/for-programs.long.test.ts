import { describe, expect, it } from "vitest";
import { operationsOf } from "../../../src/http/openapi/types.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { apiDocument } from "../../support/api-document.ts";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";

const A = "a".repeat(32);
const B = "b".repeat(32);
const MTIME = 1_700_000_000_000;

describe("what a program sends by the protocol of pushes", () => {
  const here = localWorkspace();
  const post = (path: string, body: object) => here.client.call("POST", path, { token: here.token, body });
  const manifest = (root: string, body: object) => post(`/v1/roots/${root}/manifest`, body);
  const entry = async (path: string, text: string) => [path, await shortHash(text), text.length, MTIME];
  const document = async (path: string, text: string) => ({
    path,
    text,
    hash: await shortHash(text),
    mtime: MTIME,
  });

  it("deletes nothing by joining with no files, whatever it lists as not named", async () => {
    await manifest("joined", { origin: A, files: [await entry("a.md", "Herons.")] });
    await post("/v1/roots/joined/documents", { origin: A, documents: [await document("a.md", "Herons.")] });
    const { status, body } = await manifest("joined", { origin: B, join: true, files: [] });
    expect([status, body.gone, body.missing]).toEqual([200, ["a.md"], []]);
    const added = { origin: B, push: body.push, documents: [await document("b.md", "Storks.")] };
    expect((await post("/v1/roots/joined/documents", added)).status).toBe(200);
    const { documents } = (await here.client.call("GET", "/v1/documents?root=joined", { token: here.token }))
      .body;
    expect(documents.map(({ path }: { path: string }) => path)).toEqual(["a.md", "b.md"]);
  });

  it("says what to do with a number that no manifest gave, and writes without one", async () => {
    const documents = [await document("a.md", "Herons nest.")];
    const { status, body } = await post("/v1/roots/fresh/documents", { origin: A, push: 1, documents });
    expect([status, body.error.code]).toEqual([409, "conflict"]);
    expect(body.error.message).toContain("no manifest gave this number");
    expect((await post("/v1/roots/fresh/documents", { origin: A, documents })).status).toBe(200);
  });
});

describe("one path in two roots", () => {
  const here = localWorkspace();
  it.each(["full", "snippet", "compact", "digest"])("is cited apart in the view %s", async (view) => {
    for (const root of ["notes", "code"])
      await here.client.upload(here.token, { "a.md": `Herons nest in ${root}.\n` }, root);
    const { hits } = (await here.client.search(here.token, "herons nest", { view })).body;
    expect(hits.map(({ citation }: { citation: string }) => citation).toSorted()).toEqual([
      "code:a.md#L1",
      "notes:a.md#L1",
    ]);
  });
});

describe("memories", () => {
  const here = localWorkspace();
  it.each<[object, number]>([
    [{ source: "meeting" }, 1],
    [{ source: ["meeting", "call"] }, 2],
    [{ metadata: { ticket: { gte: 7 } } }, 1],
    [{ metadata: { ticket: [3, 7] } }, 2],
    [{ not: { metadata: { ticket: 7 } } }, 1],
    [{ source: "nowhere" }, 0],
  ])("are filtered by %j", async (filters, count) => {
    const batch = [
      { text: "Herons return in March", source: "meeting", metadata: { ticket: 7 } },
      { text: "Herons leave in October", source: "call", metadata: { ticket: 3 } },
    ];
    await here.client.call("POST", "/v1/memories/batch", { token: here.token, body: { memories: batch } });
    const { hits } = (await here.client.search(here.token, "herons", { filters })).body;
    expect(hits).toHaveLength(count);
  });
});

describe("the words of the API", () => {
  const parameters = operationsOf(apiDocument()).flatMap(({ path, operation }) =>
    (operation.parameters ?? []).map((parameter) => ({ path, ...parameter })),
  );

  it("have one for a place in a list, and one for what people call a thing", () => {
    const names = new Set(parameters.map(({ name }) => name));
    expect(
      [...names].filter((name) => /^(?:label|offset|page|next|pageToken|starting_after)$/.test(name)),
    ).toEqual([]);
    for (const { path, name, schema } of parameters)
      if (name === "after" || name === "before")
        expect([path, JSON.stringify(schema)]).toEqual([
          path,
          expect.stringMatching(/\d+[dwmy]|date|integer/),
        ]);
  });

  it("have one kind of boolean", () => {
    const words = parameters.filter(({ schema }) => (JSON.stringify(schema) ?? "").includes('"true"'));
    expect(words.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
    expect(parameters.filter(({ schema }) => schema?.type === "boolean").length).toBeGreaterThan(3);
  });
});
