import { describe, expect, it } from "vitest";
import { FILES, limitedWorld } from "./limited-world.ts";

describe("a workspace's quota of model calls", () => {
  const { here, limit, used, calls, pending, indexed, byMeaning, untilMidnight } = limitedWorld();

  it("has searches go on by keyword when it is used up, until the next day, and nobody else's", async () => {
    const before = await indexed();
    expect(before).toBe(1);
    expect(await limit(before + 3)).toMatchObject({ modelCalls: 4, used: { modelCalls: 1 } });
    for (const query of ["vehicle one", "vehicle two", "vehicle three"])
      expect((await byMeaning(query)).degraded).toEqual([]);
    expect(await used()).toBe(4);
    const asked = calls();
    const fourth = await byMeaning("vehicle four");
    expect(fourth).toMatchObject({ degraded: ["workspace_quota"], use: { modelCalls: 0 } });
    expect(fourth.outages).toEqual([
      {
        ...{ part: "embedder", reason: "workspace_quota", retryAt: "2026-11-21T00:00:00.000Z" },
        message:
          "This workspace has made 4 of its 4 model calls a day: they return at 00:00 UTC; the server's owner sets more with recall workspace quotas",
      },
    ]);
    expect((await here.world.client.search(here.token, "mill")).body).toMatchObject({
      ...{ outcome: "found", degraded: ["workspace_quota"], hits: [{ path: "cars.md" }] },
    });
    // What is kept takes no call.
    expect((await byMeaning("vehicle two")).degraded).toEqual([]);
    expect(calls()).toBe(asked);
    expect((await byMeaning("vehicle four", here.other)).degraded).toEqual([]);
    const { quotas } = (await here.world.client.call("GET", "/v1/status", { token: here.token })).body;
    expect(quotas.at(-1)).toEqual({ quota: "modelCalls", used: 4, allowed: 4 });
    untilMidnight();
    expect((await byMeaning("vehicle five")).degraded).toEqual([]);
    expect(await used()).toBe(1);
  });

  it("has texts wait for their vectors, which keeps nobody else's waiting", async () => {
    await limit(1);
    await here.world.client.upload(here.token, FILES);
    await here.world.client.sweep();
    expect([await pending(), await used()]).toEqual([0, 1]);
    await here.world.client.upload(here.token, { "late.md": "# Late\n\nThe mill closes at dusk.\n" });
    await here.world.client.upload(here.other, FILES);
    const asked = calls();
    await here.world.client.sweep();
    expect([await pending(), await pending(here.other), calls() - asked]).toEqual([1, 0, 1]);
    const { body } = await here.world.client.search(here.token, "dusk", { profile: "keyword" });
    expect(body.hits[0].path).toBe("late.md");
    const states = await here.world.database.prepare("SELECT DISTINCT vector_state FROM chunks").all();
    expect(states.results).toContainEqual({ vector_state: "pending" });
    untilMidnight();
    await here.world.client.sweep();
    expect([await pending(), await used()]).toEqual([0, 1]);
  });

  it("refuses a written answer, says whose quota it is, and counts its call", async () => {
    await indexed();
    here.world.ai.generator.script = () => ({
      sentences: [{ text: "Keys rotate on Mondays.", passages: [1] }],
    });
    const ask = (question: string) =>
      here.world.client.call("POST", "/v1/ask", { token: here.token, body: { question } });
    expect((await ask("When are signing keys rotated?")).status).toBe(200);
    const counted = await used();
    expect(counted).toBe(4);
    await limit(counted);
    const { status, body } = await ask("When are signing keys rotated?");
    expect({ status, error: body.error }).toMatchObject({
      status: 429,
      error: {
        code: "workspace_quota",
        details: { quota: "modelCalls", used: 4, allowed: 4, until: "2026-11-21T00:00:00.000Z" },
      },
    });
    expect(await used()).toBe(4);
  });
});
