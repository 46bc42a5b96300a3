import type { VectorIndex } from "../../src/models/ports.ts";
import { quantise } from "../../src/text/quantise.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";
import { type memoryDatabase, memoryId } from "./memory-database.ts";

/** A digit stands for a whole id. */
const idOf = (id: string): string => (id.length === 1 ? memoryId(id) : id);

type Here = ReturnType<typeof memoryDatabase>["here"];

/** Embeddings of a database's memories, two dimensions, and an index that finds them. */
export function memoryVectors(here: Here) {
  const chunkOf = async (digit: string, workspace: number): Promise<string> => {
    const chunk = await here.database
      .prepare(
        "SELECT c.id FROM documents d JOIN chunks c ON c.document = d.num WHERE d.workspace = ? AND d.path = ?",
      )
      .bind(workspace, idOf(digit))
      .first<string>("id");
    if (chunk === null) throw new Error(`no memory ${digit}`);
    return chunk;
  };
  return {
    /** Gives a memory its embedding; `unseen`: the vector index does not show it yet. */
    async embed(digit: string, vector: readonly number[], { into = here.workspace, unseen = true } = {}) {
      const chunk = await chunkOf(digit, into);
      await here.database
        .prepare(
          `INSERT OR REPLACE INTO embeddings (workspace, identity, hash, vector, used_at)
           SELECT workspace, '${LIVE_IDENTITY}', embed_hash, unhex(?), 0 FROM chunks WHERE id = ?`,
        )
        .bind(quantise(Float32Array.from(vector)) ?? "", chunk)
        .run();
      await here.database
        .prepare("UPDATE chunks SET vector_state = ? WHERE id = ?")
        .bind(unseen ? "embedded" : "visible", chunk)
        .run();
      return chunk;
    },
    /** Marks a memory as not yet compared. */
    wait: (digit: string) =>
      here.database
        .prepare("UPDATE documents SET compared = 0 WHERE workspace = ? AND path = ?")
        .bind(here.workspace, memoryId(digit))
        .run(),
    /** An index in which these chunks are nearest to anything. */
    index(...ids: readonly string[]): VectorIndex {
      const unused = () => Promise.reject(new Error("a comparison does not ask this"));
      const nearest: VectorIndex["nearest"] = async () => ids.map((id) => ({ id, similarity: 1 })) as never;
      return {
        ...{ maxUpsert: 1, maxDelete: 1, maxGet: 1, nearest },
        ...{ upsert: unused, remove: unused, visible: unused, progress: unused },
      };
    },
  };
}
