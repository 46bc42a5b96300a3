import { afterAll, beforeAll, describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const LONG_FOLDER = "a-folder-with-a-very-long-name-indeed/and-another-below-it";

/** One chunk each; all of them hold "ledger". */
const MANY = Object.fromEntries(
  Array.from({ length: 150 }, (_, at) => [
    `many/entry-${String(at).padStart(3, "0")}.md`,
    `# Entry ${at}\n\nThe ledger of day ${at} lists ${at % 7} deliveries and shift${at}.\n`,
  ]),
);

const SPOKEN = {
  "zh/keys.md": "# 密钥\n\n我们每个月轮换一次签名密钥。旧密钥在保险库里保存一年。\n",
  "zh/lunch.md": "# 午餐\n\n食堂星期一供应汤。\n",
  "ja/keys.md": "# 鍵\n\n署名鍵は毎月ローテーションします。古い鍵は金庫に一年間保管します。\n",
  "ja/lunch.md": "# 昼食\n\n食堂は月曜日にスープを出します。\n",
  "ko/keys.md": "# 열쇠\n\n서명 열쇠는 매달 교체합니다. 오래된 열쇠는 금고에 일 년 동안 보관합니다.\n",
  "ko/lunch.md": "# 점심\n\n식당은 월요일에 수프를 제공합니다.\n",
  "ar/keys.md": "# المفاتيح\n\nنقوم بتدوير مفاتيح التوقيع كل شهر ونحفظ القديمة في الخزنة.\n",
  "ar/lunch.md": "# الغداء\n\nيقدم المطعم الحساء يوم الاثنين.\n",
  "es/keys.md": "# Claves\n\nRotamos las claves de firma cada mes y guardamos las antiguas en la bóveda.\n",
  "es/lunch.md": "# Almuerzo\n\nLa cocina sirve sopa los lunes.\n",
  "pt/keys.md": "# Chaves\n\nTrocamos as chaves de assinatura todo mês e guardamos as antigas no cofre.\n",
  "pt/lunch.md": "# Almoço\n\nA cozinha serve sopa às segundas-feiras.\n",
};

const FILES = {
  ...MANY,
  ...SPOKEN,
  "one/rare.md": "# Rare\n\nThe quokka naps beside the ledger.\n",
  [`${LONG_FOLDER}/note.md`]: "# Far\n\nThe ledger of the far office.\n",
};

describe("hard queries", () => {
  let world: World;
  let database: TestDatabase;
  const doors = new Map<string, { client: TestClient; token: string }>();
  const search = async (door: string, query: string, more: Record<string, unknown> = {}) => {
    const { client, token } = doors.get(door) ?? { client: world.client, token: "" };
    const { status, body } = await client.search(token, query, more);
    expect([status, body.error]).toEqual([200, undefined]);
    return { ...body, paths: body.hits.map(({ path }: { path: string }) => path) as string[] };
  };

  beforeAll(async () => {
    world = await createWorld();
    database = await openQuickDatabase();
    const clients = {
      models: world.client,
      "embedded parts": createClient(local as never, testEnv(database.database)),
    };
    for (const [name, client] of Object.entries(clients)) {
      const token = await client.workspace("default");
      await client.upload(token, FILES);
      for (let run = 0; run < 3; run++) await client.sweep();
      doors.set(name, { client, token });
    }
  });
  afterAll(() => Promise.all([world.dispose(), database.dispose()]));

  describe.each(["models", "embedded parts"])("with %s", (door) => {
    it("find a hundred of a term that is in nearly every chunk, each once", async () => {
      const { paths, hits } = await search(door, "ledger", { limit: 100 });
      expect(paths).toHaveLength(100);
      expect(new Set(hits.map(({ id }: { id: string }) => id)).size).toBe(100);
      expect(hits.every(({ score }: { score: number }) => score >= 0 && score <= 1)).toBe(true);
    });

    it("find the one chunk of a term that no other has, though the other word is everywhere", async () => {
      expect((await search(door, "quokka ledger")).paths[0]).toBe("one/rare.md");
      expect((await search(door, "ledger shift117")).paths[0]).toBe("many/entry-117.md");
    });

    it("keep to a glob of 60 bytes", async () => {
      const glob = `${LONG_FOLDER}/*.md`;
      expect(new TextEncoder().encode(glob).length).toBeGreaterThanOrEqual(60);
      expect((await search(door, "ledger", { filters: { glob }, limit: 100 })).paths).toEqual([
        `${LONG_FOLDER}/note.md`,
      ]);
    });

    it("answer 2,000 characters, and refuse one more with the limit", async () => {
      const query = "quokka ".repeat(400).slice(0, 2_000).trimEnd();
      expect((await search(door, query.padEnd(2_000, "x"))).paths[0]).toBe("one/rare.md");
      const { client, token } = doors.get(door) ?? { client: world.client, token: "" };
      const refused = await client.search(token, "x".repeat(2_001));
      expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_input"]);
    });

    it.each([
      ["zh", "多久轮换一次密钥？"],
      ["ja", "署名鍵はいつローテーションしますか？"],
      ["ko", "서명 열쇠는 언제 교체합니까?"],
      ["ar", "متى يتم تدوير مفاتيح التوقيع؟"],
      ["es", "¿cada cuánto rotamos las claves de firma?"],
      ["pt", "quando trocamos as chaves de assinatura?"],
    ])("find the passage of a question in %s", async (folder, query) => {
      // The tests' neural embedder knows no language: with it, the keyword arm is what is looked at.
      const profile = door === "models" ? "keyword" : "edge";
      expect((await search(door, query, { profile })).paths[0]).toBe(`${folder}/keys.md`);
    });
  });
});
