import { shortHash } from "../../../src/text/hash.ts";
import { ORIGIN } from "../client.ts";
import type { SimulatedWorld } from "../worlds/world.ts";

const MTIME = 1_760_000_000_000;

/** Lower case: without a model nothing in it is a name. */
export const NOTE = "the heron was lent to juno by the quay office, and juno keeps it dry.\n";
export const OTHER = "nothing is named in here at all.\n";

/** What a model may say of it, Marlowe invented. */
export const SAID = {
  names: [
    { name: "juno", type: "person" },
    { name: "quay office", type: "organization" },
    { name: "Marlowe", type: "person" },
  ],
  relations: [
    { from: "quay office", type: "lends to", to: "juno" },
    { from: "juno", type: "knows", to: "Marlowe" },
  ],
};

/** What tests of generated names do again and again in a world. */
export function namesDesk({ client, ai, database }: SimulatedWorld) {
  const rows = async <Row>(sql: string) => (await database.prepare(sql).all<Row>()).results;
  const status = async (token: string) => (await client.call("GET", "/v1/status", { token })).body;
  return {
    rows,
    status,
    asked: (): number => ai.generator.asked.length,
    kept: () => rows("SELECT key FROM generated WHERE kind = 'names'"),
    entity: (token: string, slug: string) => client.call("GET", `/v1/entities/${slug}`, { token }),
    waiting: async (token: string) => (await status(token)).index,
    /** As if an older chunker had cut them: the next push writes them again. */
    outdate: () => rows("UPDATE documents SET chunker = 0"),
    /** A push of the root "notes" with its manifest, whose answer it is. */
    async push(token: string, files: Readonly<Record<string, string>>, options: object = {}) {
      const documents = await Promise.all(
        Object.entries(files).map(async ([path, text]) => {
          return { path, text, hash: await shortHash(text), mtime: MTIME };
        }),
      );
      const manifest = documents.map(({ path, hash, text, mtime }) => [path, hash, text.length, mtime]);
      const body = { origin: ORIGIN, files: manifest, ...options };
      const { body: answer } = await client.call("POST", "/v1/roots/notes/manifest", { token, body });
      const missing = documents.filter(({ path }) => answer.missing.includes(path));
      if (missing.length > 0)
        await client.call("POST", "/v1/roots/notes/documents", {
          token,
          body: { origin: ORIGIN, documents: missing },
        });
      return answer;
    },
    /** Checks that something fails, by name. */
    async unhealthy(token: string): Promise<readonly string[]> {
      const wrong: string[] = [];
      for (let next: string | null = ""; next !== null; ) {
        const cursor: string = next === "" ? "" : `&cursor=${encodeURIComponent(next)}`;
        const { body } = await client.call("GET", `/v1/audit?full=true${cursor}`, { token });
        for (const { check, failed } of body.checks) if (failed > 0) wrong.push(check);
        next = body.nextCursor;
      }
      return wrong;
    },
  };
}
