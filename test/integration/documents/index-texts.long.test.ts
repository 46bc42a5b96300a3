import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../../support/worlds/world.ts";

describe("texts that a program sends", () => {
  let world: World;
  let token: string;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("programs", "write");
  });
  afterAll(() => world.dispose());

  const send = (body: unknown, query = "", as = token) =>
    world.client.call("POST", `/v1/documents${query}`, { token: as, body });
  const found = async (query: string) =>
    (await world.client.search(token, query, { profile: "keyword" })).body.hits.map(
      (hit: { root: string; citation: string }) => `${hit.root}: ${hit.citation}`,
    );
  const read = async (path: string) =>
    (await world.client.call("GET", `/v1/documents/${path}`, { token })).body;

  it("need a path and a text alone, and are found when the answer is there", async () => {
    const { status, body } = await send({ path: "faq/otters.md", text: "Otters hold hands.\n" });
    expect({ status, ...body }).toMatchObject({ status: 200, indexed: 1, failed: [] });
    expect(await found("otters hands")).toEqual(["default: faq/otters.md#L1"]);
    const { mtime, indexedAt } = await read("faq/otters.md");
    expect(mtime).toBe(Date.parse(indexedAt));
  });

  it("replace what is at their path, and change nothing when they are the same", async () => {
    await send({ path: "faq/seals.md", text: "Seals sleep.\n" });
    expect((await send({ path: "faq/seals.md", text: "Seals sleep.\n" })).body).toMatchObject({
      indexed: 0,
      unchanged: 1,
    });
    await send({ path: "faq/seals.md", text: "Seals wake.\n" });
    expect((await read("faq/seals.md")).text).toBe("Seals wake.\n");
  });

  it("take another time or title with the same text, and keep theirs where none is sent", async () => {
    const quokka = { path: "faq/quokka.txt", text: "They smile.\n" };
    await send({ ...quokka, mtime: 1_600_000_000_000, title: "First title" });
    expect((await send({ ...quokka, mtime: 1_600_000_000_000 })).body).toMatchObject({ unchanged: 1 });
    expect((await send({ ...quokka, mtime: 1_700_000_000_000 })).body).toMatchObject({ indexed: 1 });
    expect((await send({ ...quokka, title: "Xylophone handbook" })).body).toMatchObject({ indexed: 1 });
    expect(await read(quokka.path)).toMatchObject({ title: "Xylophone handbook" });
    expect((await send({ ...quokka, title: "Xylophone handbook" })).body).toMatchObject({ unchanged: 1 });
    expect(await found("xylophone")).toEqual(["default: faq/quokka.txt#L1"]);
    expect(await found("first title")).toEqual([]);
    const half = await send({ ...quokka, title: "a\ud800b" });
    expect([half.status, half.body.error.code]).toEqual([400, "invalid_input"]);
  });

  it("go in a list to a root that nobody made before, from any number of writers at once", async () => {
    const other = await world.client.workspace("programs", "admin");
    const batch = (writer: number) =>
      Array.from({ length: 10 }, (_, at) => ({
        path: `w${writer}/${at}.md`,
        text: `Ferret ${writer} ${at}.\n`,
      }));
    const answers = await Promise.all([
      send(batch(1), "?root=shared"),
      send(batch(2), "?root=shared", other),
      send(batch(3), "?root=shared"),
    ]);
    expect(answers.map(({ status, body }) => [status, body.indexed])).toEqual([
      [200, 10],
      [200, 10],
      [200, 10],
    ]);
    const { body } = await world.client.call("GET", "/v1/documents?root=shared", { token });
    expect(body.documents).toHaveLength(30);
  });

  it("name in a list what is wrong with each, and are an error when sent alone", async () => {
    const wrong = [
      [{ path: "../up.md", text: "Up." }, "invalid_input"],
      [{ path: "nul.md", text: "a\0b" }, "not_text"],
      [{ path: "half.md", text: "a\ud800b" }, "not_text"],
      [{ path: "seconds.md", text: "Seconds.", mtime: 1_760_000_000 }, "invalid_input"],
      [{ path: "micro.md", text: "Microseconds.", mtime: 1.76e15 }, "invalid_input"],
    ] as const;
    const { body } = await send([...wrong.map(([text]) => text), { path: "right.md", text: "Right.\n" }]);
    expect(body.indexed).toBe(1);
    expect(body.failed.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(
      wrong.map(([{ path }, code]) => [path, code]),
    );
    for (const [text, code] of wrong) {
      const { status, body } = await send(text);
      expect([status, body.error.code]).toEqual([code === "not_text" ? 415 : 400, code]);
    }
    expect((await send({ path: "s.md", text: "S.", mtime: 1_760_000_000 })).body.error.message).toBe(
      "mtime: 1760000000 seems to be in seconds; send milliseconds since 1970",
    );
  });

  it("do not go to the root of a pushed folder, nor a folder to theirs", async () => {
    await world.client.upload(token, { "a.md": "Pushed.\n" }, "folder");
    const refused = await send({ path: "b.md", text: "Sent.\n" }, "?root=folder");
    expect([refused.status, refused.body.error.code]).toEqual([409, "root_exists"]);
    expect(refused.body.error.message).toContain("choose another root");
    const pushed = await world.client.upload(token, { "a.md": "Pushed.\n" }, "default");
    expect([pushed.status, pushed.body.error.code]).toEqual([409, "root_exists"]);
  });

  it("are refused whole for what is no text at all, or too many", async () => {
    const none = { path: "a.md" };
    for (const body of [[], {}, none, [none], "text", Array(1_001).fill({ path: "a.md", text: "A." })])
      expect((await send(body)).body.error.code).toBe("invalid_input");
    expect((await send(none)).body.error.message).toBe("text: is missing (string)");
    expect((await send([none])).body.error.message).toBe("0.text: is missing (string)");
    expect((await send({ path: "a.md", text: "A." }, "?root=memories")).body.error.code).toBe(
      "invalid_input",
    );
  });

  it("need a token that may write", async () => {
    const reader = await world.client.workspace("programs", "read");
    expect((await send({ path: "a.md", text: "A." }, "", reader)).status).toBe(403);
  });
});
