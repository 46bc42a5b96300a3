import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "../../src/contract/common.ts";
import {
  addWorkspace,
  checkAccess,
  mayAct,
  readWorkspaces,
  removeWorkspace,
} from "../../src/workspaces/access.ts";
import type { RequestContext } from "../../src/workspaces/context.ts";
import { TokenRequest, WorkspaceRequest } from "../../src/workspaces/contract.ts";
import { deploymentStatus } from "../../src/workspaces/deployment.ts";
import { invalidInput } from "../../src/workspaces/invalid-input.ts";
import { allowed, inWorkspace, openWorkspace } from "../../src/workspaces/open-workspace.ts";
import { claimsText, mintToken, type TokenClaims, verifyToken } from "../../src/workspaces/token.ts";
import { createToken, readTokens, revoke } from "../../src/workspaces/tokens.ts";
import { SECRET } from "../support/client.ts";
import { beginEpoch, claimsOf, EPOCH } from "../support/known-token.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SCOPES: readonly Scope[] = ["read", "write", "admin", "owner"];

it.each(SCOPES.map((scope, at) => [scope, at] as const))(
  "a token of scope %s may do what lesser ones may",
  (scope, at) => {
    expect(SCOPES.filter((needed) => mayAct(scope, needed))).toEqual(SCOPES.slice(0, at + 1));
  },
);

describe("access", () => {
  const { here, all, empty, newWorkspace } = sqlWorld();
  let own = 0;
  const slugs: string[] = [];
  beforeAll(async () => {
    for (let at = 0; at < 2; at++) {
      const num = await newWorkspace();
      if (at === 0) own = num;
      slugs.push(
        String((await all<{ slug: string }>(`SELECT slug FROM workspaces WHERE num = ${num}`))[0]?.slug),
      );
    }
  });
  const askers = (): TokenClaims[] =>
    SCOPES.map((scope) =>
      claimsOf({ id: `asker-${scope}`, scope, workspace: scope === "owner" ? null : own }),
    );
  beforeEach(async () => {
    await empty("tokens");
    await beginEpoch(here.opened.database);
    for (const { id, workspace, scope, ...claims } of askers())
      await all(`INSERT INTO tokens (id, workspace, scope, name, created_at, claims) VALUES
        ('${id}', ${workspace}, '${scope}', '', 0, '${claimsText({ id, workspace, scope, ...claims })}')`);
  });
  /** Without those who ask. */
  const listed = async (context: RequestContext) =>
    (await readTokens(context)).tokens.filter(({ id }) => !id.startsWith("asker-"));

  const asks = (
    scope: Scope,
    {
      workspace = scope === "owner" ? null : own,
      expiresAt = null,
      ...more
    }: Partial<RequestContext["claims"]> & Partial<RequestContext> = {},
  ): RequestContext =>
    ({
      ...{ session: here.db, nowMs: NOW_MS, notes: {}, admitted: Promise.resolve(), later: () => undefined },
      claims: claimsOf({ id: `asker-${scope}`, workspace, scope, expiresAt }),
      ...more,
    }) as unknown as RequestContext;
  const mint = (context: RequestContext, request: object) =>
    createToken(context, SECRET, TokenRequest.parse({ scope: "read", ...request }));
  const refusal = (code: string) => expect.objectContaining({ code });

  it("mints what was asked, and shows the token with it", async () => {
    const answer = await mint(asks("admin"), { scope: "write", name: "laptop", expiresInDays: 2 });
    const { id, token } = answer;
    expect(answer).toEqual({
      ...{ id, token, workspace: slugs[0], scope: "write", name: "laptop", parent: "asker-admin" },
      createdAt: new Date(NOW_MS).toISOString(),
      expiresAt: new Date(NOW_MS + 2 * DAY_MS).toISOString(),
      ...{ revokedAt: null, lastUsedAt: null, lastDoor: null, lastAddress: null },
      ...{ client: null, signIns: [] },
    });
    expect(await verifyToken(token, [SECRET], NOW_MS)).toEqual({
      ...{ id, workspace: own, scope: "write", expiresAt: NOW_MS + 2 * DAY_MS, epoch: EPOCH },
    });
    expect(await listed(asks("admin"))).toEqual([{ ...answer, token: undefined }]);
  });

  it.each<[string, Scope, () => object, string | undefined]>([
    ["an admin for its own, unnamed", "admin", () => ({}), "own"],
    ["an admin for its own, named", "admin", () => ({ workspace: slugs[0] }), "own"],
    ["an admin another admin", "admin", () => ({ scope: "admin" }), "own"],
    ["an admin for another", "admin", () => ({ workspace: slugs[1] }), "forbidden"],
    ["an admin an owner", "admin", () => ({ scope: "owner" }), "forbidden"],
    ["an owner for any", "owner", () => ({ workspace: slugs[1] }), "other"],
    ["an owner for none", "owner", () => ({}), "invalid_input"],
    ["an owner for one that is not there", "owner", () => ({ workspace: "nowhere" }), "not_found"],
    ["an owner another owner", "owner", () => ({ scope: "owner" }), "none"],
    [
      "an owner another owner, of a workspace",
      "owner",
      () => ({ scope: "owner", workspace: slugs[0] }),
      "invalid_input",
    ],
  ])("mints as who asks may: %s", async (_, scope, request, came) => {
    const minted = await mint(asks(scope), request()).catch((error: { code: string }) => error.code);
    const of = { own: slugs[0], other: slugs[1], none: null }[String(came)];
    if (of === undefined) expect(minted).toBe(came);
    else expect(minted).toMatchObject({ workspace: of });
  });

  it("ends with a workspace that is deleted, for minting too", async () => {
    const gone = asks("admin", { workspace: 999 });
    await expect(mint(gone, {})).rejects.toEqual(refusal("unauthorized"));
    await expect(checkAccess(gone)).rejects.toEqual(refusal("unauthorized"));
  });

  it("shows and revokes tokens of one's own workspace, an owner's of all", async () => {
    const mine = await mint(asks("admin"), {});
    const theirs = await mint(asks("owner"), { workspace: slugs[1] });
    const owners = await mint(asks("owner"), { scope: "owner" });
    const seen = async (context: RequestContext) => (await listed(context)).map(({ id }) => id);
    expect(await seen(asks("admin"))).toEqual([mine.id]);
    expect(new Set(await seen(asks("owner")))).toEqual(new Set([mine.id, theirs.id, owners.id]));
    for (const { id } of [theirs, owners])
      await expect(revoke(asks("admin"), id)).rejects.toEqual(refusal("not_found"));
    await revoke(asks("owner"), theirs.id);
    await revoke(asks("admin"), mine.id);
    const left = (await listed(asks("owner"))).filter(({ revokedAt }) => revokedAt === null);
    expect(left.map(({ id }) => id)).toEqual([owners.id]);
    for (const lost of [readTokens, (context: RequestContext) => revoke(context, mine.id)])
      await expect(lost(asks("admin", { workspace: null }))).rejects.toEqual(refusal("unauthorized"));
  });

  it("is refused to a revoked token, and noted an hour after the last time", async () => {
    const { id, expiresAt } = await mint(asks("admin"), {});
    const endsMs = Date.parse(expiresAt ?? "");
    expect(endsMs).toBe(NOW_MS + 90 * DAY_MS);
    const later: unknown[] = [];
    const used = (nowMs: number) =>
      checkAccess({
        ...asks("read"),
        ...{
          nowMs,
          claims: claimsOf({ id, workspace: own, expiresAt: endsMs }),
          later: (work) => void later.push(work),
        },
      });
    expect((await used(NOW_MS))?.num).toBe(own);
    expect(later).toHaveLength(1);
    await all(`UPDATE tokens SET last_used_at = ${NOW_MS}`);
    await used(NOW_MS + HOUR_MS);
    expect(later).toHaveLength(1);
    await used(NOW_MS + HOUR_MS + 1);
    expect(later).toHaveLength(2);
    await revoke(asks("admin"), id);
    await expect(used(NOW_MS)).rejects.toEqual(refusal("unauthorized"));
  });

  it("waits for the rate limits, says which scope is missing, and needs a workspace inside of one", async () => {
    const admitted = Promise.reject(Object.assign(new Error(), { code: "rate_limited" }));
    admitted.catch(() => undefined);
    await expect(allowed(asks("read", { admitted }), "read")).rejects.toEqual(refusal("rate_limited"));
    await expect(allowed(asks("read"), "admin")).rejects.toMatchObject({
      ...{ code: "forbidden", message: "This needs a token of scope admin; this one has read" },
      details: { needed: "admin", has: "read" },
    });
    expect(() => inWorkspace(asks("owner"), "read")).toThrow(refusal("forbidden"));
    expect(inWorkspace(asks("read"), "read")).toMatchObject({ workspace: own });
    expect(await allowed(asks("owner"), "owner")).toBeUndefined();
    expect((await openWorkspace(asks("write"), "write")).row.num).toBe(own);
  });

  it("to a workspace begins and ends with it; its name is its slug unless it has another", async () => {
    const add = (request: object) =>
      addWorkspace(asks("owner"), { ...WorkspaceRequest.parse(request), identity: "i" });
    expect(await add({ slug: "mill" })).toEqual({
      ...{ slug: "mill", name: "mill", version: 1, documents: 0, database: 1 },
      createdAt: new Date(NOW_MS).toISOString(),
    });
    expect(await add({ slug: "weir", name: "The weir" })).toMatchObject({ name: "The weir" });
    const listed = async () => (await readWorkspaces(asks("owner"))).workspaces.map(({ slug }) => slug);
    expect(await listed()).toEqual(["mill", ...slugs, "weir"].toSorted());
    const limits = { modelBudget: 7, maxDatabaseBytes: 9, plan: undefined, dimensions: 768 };
    expect((await deploymentStatus(asks("owner"), limits)).workspaces).toBe(4);
    await removeWorkspace(asks("owner"), "mill");
    await expect(removeWorkspace(asks("owner"), "mill")).rejects.toEqual(refusal("not_found"));
    expect(await listed()).toEqual([...slugs, "weir"].toSorted());
    await all(
      "INSERT INTO day_use (day, calls, texts, passages) VALUES ('2026-06-01', 1, 2, 3), ('2026-05-31', 9, 9, 9)",
    );
    expect(await deploymentStatus(asks("owner"), limits)).toEqual({
      ...{ workspaces: 3, databaseBytes: expect.any(Number), maxDatabaseBytes: 9 },
      models: { day: "2026-06-01", calls: 1, textsEmbedded: 2, passagesReranked: 3, budget: 7 },
    });
    const { models } = await deploymentStatus(asks("owner"), { ...limits, modelBudget: undefined });
    expect(models.budget).toBeNull();
  });
});

it("a token never outlasts the second in which it ends", async () => {
  const claims = { id: "abcdefghijkmnpqr", workspace: 1, scope: "read" as const, epoch: EPOCH };
  const token = await mintToken(SECRET, { ...claims, expiresAt: NOW_MS + 1_999 });
  expect(await verifyToken(token, [SECRET], NOW_MS + 999)).toMatchObject({ expiresAt: NOW_MS + 1_000 });
  expect(await verifyToken(token, [SECRET], NOW_MS + 1_000)).toBeUndefined();
});

it.each<[object, boolean]>([
  [{ scope: "read", expiresInDays: 1 }, true],
  [{ scope: "read", expiresInDays: 3_650 }, true],
  [{ scope: "read", expiresInDays: 0 }, false],
  [{ scope: "read", expiresInDays: 3_651 }, false],
  [{ scope: "read", expiresInDays: 1.5 }, false],
  [{ scope: "read", name: "x".repeat(100) }, true],
  [{ scope: "read", name: "x".repeat(101) }, false],
  [{ scope: "read", name: "a\nb" }, false],
  [{ scope: "root" }, false],
  [{ scope: "read", secret: "x" }, false],
  [{}, false],
  [{ scope: "read", roots: ["notes"], session: "s1", log: false }, true],
  [{ scope: "write", log: false }, true],
  [{ scope: "admin", log: false }, false],
  [{ scope: "write", roots: ["notes"] }, false],
  [{ scope: "owner", session: "s1" }, false],
  [{ scope: "read", roots: [] }, false],
  [{ scope: "read", roots: ["a", "a"] }, false],
  [{ scope: "read", roots: Array.from("abcdefghi") }, false],
  [{ scope: "read", log: true }, false],
])("a token is asked for with %j: %s", (request, isTaken) => {
  expect(TokenRequest.safeParse(request).success).toBe(isTaken);
});

it.each<[object, boolean]>([
  [{ slug: "mill", name: "x".repeat(100) }, true],
  [{ slug: "mill", name: "x".repeat(101) }, false],
  [{ slug: "mill", name: "a\u202eb" }, false],
  [{ slug: "Mill Weir" }, false],
  [{ name: "mill" }, false],
])("a workspace is asked for with %j: %s", (request, isTaken) => {
  expect(WorkspaceRequest.safeParse(request).success).toBe(isTaken);
});

it("what is wrong with a request is told field by field, two hundred characters of each", () => {
  const issues = [
    { path: ["a", 0, "b"], message: "m".repeat(200) },
    { path: [], message: "m".repeat(201) },
  ];
  const { code, message, details } = invalidInput({ issues } as never);
  expect([code, message]).toEqual(["invalid_input", `a.0.b: ${"m".repeat(200)}`]);
  expect(details).toEqual({
    problems: [
      { field: "a.0.b", message: "m".repeat(200) },
      { field: "", message: `${"m".repeat(200)}…` },
    ],
  });
  expect(invalidInput({ issues: issues.slice(1) } as never).message).toBe(`${"m".repeat(200)}…`);
  expect(invalidInput({ issues: [] } as never).message).toBe("the request does not have the expected form");
});
