import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestClient } from "../../support/client.ts";
import { boundAs, type ManyDatabases, openManyDatabases } from "../../support/worlds/many-databases.ts";

const HOUR_MS = 3_600_000;

/** A call that is not made, or whose answer is lost. */
interface Fault {
  readonly at: number;
  readonly when: "before" | "after";
}

/** Databases whose call number `at` fails, whichever of them is asked; `calls` tells how many there were. */
function breaking(databases: readonly D1Database[], { at, when }: Fault) {
  let calls = 0;
  const broken = databases.map((real) => {
    const withSession = (start?: string) => {
      const session = real.withSession(start);
      return {
        prepare: (sql: string) => session.prepare(sql),
        getBookmark: () => session.getBookmark(),
        async batch(statements: D1PreparedStatement[]) {
          calls += 1;
          const fails = calls === at;
          if (fails && when === "before") throw new Error("D1_ERROR: Network connection lost.");
          const answers = await session.batch(statements);
          if (fails) throw new Error("D1_ERROR: Network connection lost.");
          return answers;
        },
      };
    };
    return { ...real, withSession } as unknown as D1Database;
  });
  return { broken, calls: () => calls };
}

describe.each<Fault["when"]>(["before", "after"])(
  "a call of the databases that fails %s it had its effect",
  (when) => {
    let many: ManyDatabases;
    let well: TestClient;
    beforeEach(async () => {
      many = await openManyDatabases(2);
      well = many.isolate();
      // Of two databases the second has more room.
      await well.workspace("first");
    });
    afterEach(() => many.dispose());

    /** The directory and the workspaces that are there, which must say the same. */
    const state = async () => {
      const listed = await many.rows(1, "SELECT num, slug, database FROM directory ORDER BY num");
      const held: Record<string, unknown>[] = [];
      for (const database of [1, 2])
        for (const row of await many.rows(database, "SELECT num, slug FROM workspaces"))
          held.push({ ...row, database });
      return { listed, held: held.toSorted((a, b) => Number(a.num) - Number(b.num)) };
    };

    /** Does it once for each of its calls, that call failing, then again until it succeeds. */
    async function failingEach(work: (client: TestClient, slug: string) => Promise<{ status: number }>) {
      for (let at = 1; ; at++) {
        const slug = `w${at}`;
        const { broken, calls } = breaking(many.databases, { at, when });
        const { DB, ...others } = boundAs(broken);
        const tried = many.isolate({ DB: DB as D1Database, ...others });
        await work(tried, slug).catch(() => undefined);
        const wasMet = calls() >= at;
        for (let again = 0; again < 2; again++) {
          const { status } = await work(well, slug);
          if (status < 500) break;
        }
        if (!wasMet) return at - 1;
      }
    }

    it("while a workspace is made leaves one of that name, which works", async () => {
      const token = await well.owner();
      const faults = await failingEach((client, slug) =>
        client.call("POST", "/v1/workspaces", { token, body: { slug } }),
      );
      expect(faults).toBeGreaterThan(3);
      const { listed, held } = await state();
      expect(listed).toEqual(held);
      expect(held.map(({ slug }) => slug).toSorted()).toEqual(
        ["first", ...Array.from({ length: faults + 1 }, (_, at) => `w${at + 1}`)].toSorted(),
      );
      for (const { slug } of held) {
        const minted = await well.call("POST", "/v1/tokens", {
          token,
          body: { scope: "write", workspace: slug },
        });
        expect((await well.upload(minted.body.token, { "a.md": "# A\n\nHerons.\n" })).status).toBe(200);
        expect((await well.search(minted.body.token, "herons")).body.hits).toHaveLength(1);
      }
    });

    it("while one is deleted leaves none of that name, and its name is free", async () => {
      const token = await well.owner();
      const faults = await failingEach(async (client, slug) => {
        if (client === well) return client.call("DELETE", `/v1/workspaces/${slug}`, { token });
        await well.workspace(slug);
        await well.workspace(`${slug}-beside`);
        return client.call("DELETE", `/v1/workspaces/${slug}`, { token });
      });
      expect(faults).toBeGreaterThan(3);
      for (let at = 1; at <= faults; at++) {
        const made = await well.call("POST", "/v1/workspaces", { token, body: { slug: `w${at}` } });
        expect(made.status).toBe(200);
      }
      const { listed, held } = await state();
      expect(listed).toEqual(held);
    });

    it("in a database's turn of the daily round leaves the directory as it should be", async () => {
      await many.databases[0]
        ?.prepare("INSERT INTO directory VALUES (90, 'begun', 2, 0), (91, 'new', 2, ?1)")
        .bind(Date.now() + HOUR_MS)
        .run();
      await many.databases[1]
        ?.prepare(
          "INSERT INTO workspaces (num, slug, name, identity, created_at) VALUES (95, 'restored', '', 'i', 7)",
        )
        .run();
      const message = { task: "directory", database: 2 };
      for (let at = 1; at < 8; at++) {
        const { broken } = breaking(many.databases, { at, when });
        const { DB, ...others } = boundAs(broken);
        const tried = many.isolate({ DB: DB as D1Database, ...others });
        await tried.deliver(message).catch(() => undefined);
      }
      await well.deliver(message);
      expect(await many.rows(1, "SELECT num, slug FROM directory WHERE database = 2 ORDER BY num")).toEqual([
        { num: 91, slug: "new" },
        { num: 95, slug: "restored" },
      ]);
    });
  },
);
