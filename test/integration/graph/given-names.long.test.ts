import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const AUTH = `from app.tokens import sign_token


def check_password(user, password):
    return user.password == password


def login(user, password):
    check_password(user, password)
    return sign_token(user)
`;
const AUTH_TEST = `from app.auth import login


def test_login():
    assert login("ana", "secret")
`;

describe("names of texts in a workspace", () => {
  let world: SimulatedWorld;
  let token: string;

  const call = (method: string, path: string, body?: object) =>
    world.client.call(method, `/v1${path}`, { token, ...(body && { body }) });
  const pathsOf = async (slug: string): Promise<string[]> =>
    ((await call("GET", `/entities/${slug}`)).body.citations ?? []).map(({ path }: { path: string }) => path);
  const saying = async (slug: string): Promise<string[]> => {
    const { outgoing = [], incoming = [] } = (await call("GET", `/entities/${slug}`)).body;
    return [...outgoing, ...incoming].map(
      ({ from, type, to }: Record<"from" | "type" | "to", string>) => `${from} ${type} ${to}`,
    );
  };

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
  });
  afterAll(() => world.dispose());

  it("written small are found from when somebody gave them on", async () => {
    await world.client.upload(token, { "before.md": "The tables of osprey are old.\n" });
    expect((await call("GET", "/entities/osprey")).status).toBe(404);
    await call("POST", "/memories", { text: "The key lies in the vault.", entities: ["osprey"] });
    await world.client.upload(token, { "after.md": "The schema of osprey is frozen.\n" });
    await call("POST", "/memories", { text: "We restart osprey on Mondays." });
    expect(await pathsOf("osprey")).toHaveLength(3);
    expect(await pathsOf("osprey")).toContain("after.md");
    await call("PUT", "/entities/heron-table", { name: "heron table" });
    await world.client.upload(token, { "hand.md": "Nobody reads the heron table.\n" });
    expect(await pathsOf("heron-table")).toEqual(["hand.md"]);
  });

  it("of code have edges: imports, definitions, calls and tests", async () => {
    await world.client.upload(token, { "app/auth.py": AUTH, "tests/test_auth.py": AUTH_TEST });
    expect(await saying("app-auth-py")).toEqual(
      expect.arrayContaining(["app-auth-py imports app-tokens", "app-auth-py defines login"]),
    );
    expect(await saying("login")).toEqual(
      expect.arrayContaining([
        "login calls check-password",
        "login calls sign-token",
        "tests-test-auth-py tests login",
      ]),
    );
  });

  it("are switched off in at most a hundred roots, all of them kept", async () => {
    for (let at = 0; at < 100; at++)
      expect((await call("PUT", "/graph/names", { on: false, root: `off-${at}` })).status).toBe(200);
    const { status, body } = await call("PUT", "/graph/names", { on: false, root: "one-more" });
    expect([status, body.error.code]).toEqual([413, "too_large"]);
    expect((await call("PUT", "/graph/names", { on: false, root: "off-7" })).status).toBe(200);
    expect((await call("GET", "/status")).body.index.namesOffRoots).toHaveLength(100);
    for (let at = 0; at < 100; at++) await call("PUT", "/graph/names", { on: true, root: `off-${at}` });
    expect((await call("GET", "/status")).body.index.namesOffRoots).toBeUndefined();
  });

  it("are not read in a root where they are switched off, and in the others they are", async () => {
    const off = await call("PUT", "/graph/names", { on: false, root: "logs" });
    expect(off.body).toEqual({ on: false, root: "logs" });
    await world.client.upload(token, { "a.md": "Talked to Ingrid Halvorsen.\n" }, "logs");
    expect((await call("GET", "/entities/ingrid-halvorsen")).status).toBe(404);
    await world.client.upload(token, { "b.md": "Talked to Yusuf Demir.\n" });
    expect((await call("GET", "/entities/yusuf-demir")).status).toBe(200);
    const { index } = (await call("GET", "/status")).body;
    expect([index.namesOff, index.namesOffRoots]).toEqual([undefined, ["logs"]]);
    const { records } = (await call("GET", "/export?vectors=false")).body;
    expect(records).toContainEqual({ type: "switchedOff", parts: [], unnamedRoots: ["logs"] });
    await call("PUT", "/graph/names", { on: true, root: "logs" });
    await world.client.upload(token, { "a.md": "Talked to Ingrid Halvorsen again.\n" }, "logs");
    expect((await call("GET", "/entities/ingrid-halvorsen")).status).toBe(200);
    expect((await call("GET", "/status")).body.index.namesOffRoots).toBeUndefined();
  });
});

it("a deployment with NAMES=off reads no text for names", async () => {
  const world = await createSimulatedWorld(0, { NAMES: "off" });
  try {
    const token = await world.client.workspace("default");
    await world.client.upload(token, { "b.md": "Talked to Yusuf Demir.\n" });
    await world.client.call("POST", "/v1/memories", { token, body: { text: "Yusuf Demir has the key." } });
    expect((await world.client.call("GET", "/v1/entities/yusuf-demir", { token })).status).toBe(404);
    expect((await world.client.call("GET", "/v1/status", { token })).body.index.namesOff).toBe(true);
  } finally {
    await world.dispose();
  }
});
