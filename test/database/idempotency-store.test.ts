import { expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { claimWrite, finishWrite, releaseWrite } from "../../src/database/idempotency-store.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const { here } = sqlWorld();
const write = (key: string) => ({ token: "t", workspace: null, key, request: "r" });
const LATER_MS = NOW_MS + DEFAULTS.idempotencyLeaseMs;

it("whose bearer was too slow keeps the answer of whoever took it over", async () => {
  const slow = await claimWrite(here.db, write("k1"), NOW_MS);
  expect((await claimWrite(here.db, write("k1"), LATER_MS - 1)).state).toBe("running");
  const next = await claimWrite(here.db, write("k1"), LATER_MS);
  expect([slow.state, next.state]).toEqual(["mine", "mine"]);
  await finishWrite(here.db, write("k1"), { claim: slow.claim, status: 200, body: "slow" });
  expect((await claimWrite(here.db, write("k1"), LATER_MS)).state).toBe("running");
  await finishWrite(here.db, write("k1"), { claim: next.claim, status: 201, body: "next" });
  await finishWrite(here.db, write("k1"), { claim: slow.claim, status: 200, body: "slow" });
  expect(await claimWrite(here.db, write("k1"), LATER_MS)).toMatchObject({ status: 201, body: "next" });
});

it("is let go by its own claim only, and not once it is answered", async () => {
  const slow = await claimWrite(here.db, write("k2"), NOW_MS);
  const next = await claimWrite(here.db, write("k2"), LATER_MS);
  await releaseWrite(here.db, write("k2"), slow.claim);
  expect((await claimWrite(here.db, write("k2"), LATER_MS)).state).toBe("running");
  await finishWrite(here.db, write("k2"), { claim: next.claim, status: 200, body: "done" });
  await releaseWrite(here.db, write("k2"), next.claim);
  expect((await claimWrite(here.db, write("k2"), LATER_MS)).state).toBe("answered");
});
