import { describe, expect, it } from "vitest";
import { FILES, limitedWorld } from "./limited-world.ts";

describe("a workspace's quota of model calls", () => {
  const { here, limit, used, calls, indexed, byMeaning } = limitedWorld();

  it("is heard of by another isolate, which may have made one call by then", async () => {
    await limit(await indexed());
    const elsewhere = here.world.isolate();
    const asked = calls();
    expect((await byMeaning("vehicle one", here.token, elsewhere)).degraded).toEqual([]);
    expect((await byMeaning("vehicle two", here.token, elsewhere)).degraded).toEqual(["workspace_quota"]);
    expect(calls() - asked).toBe(1);
    const patient = here.world.isolate({ SPECULATE: "off" });
    expect((await byMeaning("vehicle three", here.token, patient)).degraded).toEqual(["workspace_quota"]);
    expect(calls() - asked).toBe(1);
  });

  it("is no obstacle once the owner sets more, or none", async () => {
    await limit(await indexed());
    await byMeaning("vehicle one");
    expect((await byMeaning("vehicle two")).degraded).toEqual(["workspace_quota"]);
    await limit(9);
    expect((await byMeaning("vehicle two")).degraded).toEqual([]);
    await limit(1);
    // The isolate hears of fewer by the next search, whose call has begun.
    await byMeaning("vehicle three");
    expect((await byMeaning("vehicle four")).degraded).toEqual(["workspace_quota"]);
    await limit(null);
    expect((await byMeaning("vehicle four")).degraded).toEqual([]);
  });

  it("is the deployment's where it has none of its own", async () => {
    await indexed();
    const poor = here.world.isolate({ MAX_MODEL_CALLS: "1", SPECULATE: "off" });
    expect((await byMeaning("vehicle one", here.token, poor)).degraded).toEqual(["workspace_quota"]);
    await limit(2);
    expect((await byMeaning("vehicle one", here.token, poor)).degraded).toEqual([]);
    expect((await byMeaning("vehicle one", here.other, poor)).degraded).toEqual(["workspace_quota"]);
  });

  it("counts re-ranking and calls that fail, and none of a refused token", async () => {
    await indexed();
    await here.world.client.search(here.token, "signing keys");
    expect(await used()).toBe(3);
    here.world.ai.failure = () => new Error("3043: fake");
    await byMeaning("vehicle one");
    here.world.ai.failure = undefined;
    // Until the model is asked again.
    here.world.clock.advance(120_000);
    const counted = await used();
    expect(counted).toBeGreaterThan(3);
    const { body: minted } = await here.world.client.call("POST", "/v1/tokens", {
      token: here.token,
      body: { scope: "read" },
    });
    await here.world.client.call("DELETE", `/v1/tokens/${minted.id}`, { token: here.token });
    const asked = calls();
    const refused = await here.world.client.search(minted.token, "vehicle two", { profile: "vector" });
    expect(refused.status).toBe(401);
    // Its call began before the here.token was known, and counts for the deployment alone.
    expect([calls() - asked, await used()]).toEqual([1, counted]);
  });

  it("holds calls that are made at once, where the isolate knows it", async () => {
    await limit((await indexed()) + 3);
    await byMeaning("vehicle");
    const queries = Array.from({ length: 6 }, (_, at) => `vehicle ${at}`);
    const answers = await Promise.all(queries.map((query) => byMeaning(query)));
    expect(answers.filter(({ degraded }) => degraded.length === 0)).toHaveLength(2);
    expect(await used()).toBe(4);
  });

  it("is charged one call where texts of several are embedded in one", async () => {
    for (const as of [here.token, here.other]) await here.world.client.upload(as, FILES);
    await here.world.client.sweep();
    expect([calls(), await used(), await used("other")]).toEqual([1, 1, 1]);
  });

  it("starts no sweep by searches, and writes nothing of what waits", async () => {
    await limit(1);
    await here.world.client.upload(here.token, FILES);
    await here.world.client.sweep();
    await here.world.client.upload(here.token, { "late.md": "# Late\n\nThe mill closes at dusk.\n" });
    here.world.clock.advance(20_000);
    const runs = async () =>
      (await here.world.database.prepare("SELECT count(*) AS n FROM runs").first<number>("n")) ?? 0;
    await byMeaning("vehicle one");
    const before = await runs();
    for (let at = 0; at < 3; at++) {
      here.world.clock.advance(20_000);
      await byMeaning(`vehicle ${at}`);
      await here.world.client.sweep();
    }
    expect(await runs()).toBe(before);
    expect(await here.world.database.prepare("SELECT count(*) AS n FROM outbox").first("n")).toBe(0);
  });
});
