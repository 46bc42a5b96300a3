import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const ENGLISH = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `n${at}.md`,
    `Note ${at}: the nginx server listens on port ${8_000 + at}; heron${at}x, weir${at}y and otter${at}z rest.\n`,
  ]),
);
const RUSSIAN = {
  "ru/a.md": "Цапля стоит у плотины и ждёт рыбу на рассвете.\n",
  "ru/b.md": "Мост через реку закрыли весной из-за ремонта опор.\n",
  "ru/c.md":
    "Вчера вечером мы долго обсуждали, кто будет следить за садом летом: сосед обещал поливать грядки, сестра согласилась собирать ягоды, дедушка починит забор, а бабушка сварит варенье из смородины и крыжовника.\n",
};

describe("a question in another script than the texts", () => {
  let world: SimulatedWorld;
  let english: string;
  let both: string;
  let russian: string;
  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    english = await world.client.workspace("english");
    both = await world.client.workspace("both");
    russian = await world.client.workspace("russian");
    await world.client.upload(english, ENGLISH);
    await world.client.upload(both, { ...ENGLISH, ...RUSSIAN });
    await world.client.upload(russian, RUSSIAN);
  });
  afterAll(() => world.dispose());

  const ask = async (token: string, query: string, more: Record<string, unknown> = {}) =>
    (await world.client.search(token, query, more)).body;
  const lacks = async (token: string, query: string, more: Record<string, unknown> = {}): Promise<boolean> =>
    (await ask(token, query, more)).degraded.includes("other_script");

  it("says that only words were compared, whatever is found", async () => {
    const found = await ask(english, "на каком порту слушает сервер nginx");
    expect([found.degraded, found.hits.length > 0]).toEqual([["other_script"], true]);
    expect(await lacks(english, "أين إعدادات الخادم")).toBe(true);
    expect(await lacks(english, "サーバーのポートはどこですか")).toBe(true);
    expect(await lacks(russian, "where does the heron stand")).toBe(true);
  });

  it("is rare: not in the script of the texts, of one of their scripts, of none, or of a mixture", async () => {
    expect(await lacks(english, "which port does nginx listen on")).toBe(false);
    expect(await lacks(english, "quel est le port du château")).toBe(false);
    expect(await lacks(both, "где цапля")).toBe(false);
    expect(await lacks(both, "which port does nginx listen on")).toBe(false);
    expect(await lacks(russian, "где мост")).toBe(false);
    expect(await lacks(english, "8001")).toBe(false);
    expect(await lacks(english, "порт nginx")).toBe(false);
  });

  it("is not said of an empty workspace, while typing, or with a model of many languages", async () => {
    expect(await lacks(await world.client.workspace("empty"), "где цапля")).toBe(false);
    expect(await lacks(english, "где цапля", { typing: true })).toBe(false);
    const many = world.isolate({
      EMBEDDINGS_URL: "http://127.0.0.1:1",
      EMBEDDINGS_MODEL: "bge-m3",
      VECTORIZE_DIMENSIONS: "1024",
    });
    const token = await many.workspace("many");
    await many.upload(token, ENGLISH);
    const degraded = async (more: Record<string, unknown>) =>
      (await many.search(token, "где цапля", more)).body.degraded;
    expect(await degraded({})).not.toContain("other_script");
    // Words alone are compared where the profile has no meaning, too.
    expect(await degraded({ profile: "keyword" })).toContain("other_script");
  });

  it("is not told to a token that sees a part: it would learn which words the rest has", async () => {
    const { body } = await world.client.call("POST", "/v1/tokens", {
      token: english,
      body: { name: "part", scope: "read", roots: ["elsewhere"] },
    });
    expect(body.token).toBeTypeOf("string");
    expect(await lacks(body.token, "где цапля")).toBe(false);
  });
});
