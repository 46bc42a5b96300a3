import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDeployment } from "../../../scripts/deploy/deployment.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";

describe("the deployment that wrangler.toml names", () => {
  it("is the one that the steps work on, dead letters included", () => {
    expect(readDeployment(".")).toEqual({
      worker: "edge-recall",
      accountId: undefined,
      databases: [{ name: "edge-recall", binding: "DB" }],
      plan: "paid",
      indexes: [{ name: "edge-recall-bge-base-cls", dimensions: 768 }],
      bucket: undefined,
      queues: ["edge-recall-index", "edge-recall-index-dead"],
    });
  });

  it("has a bucket of backups where one is bound, by its name", () => {
    const bound = readFileSync("wrangler.toml", "utf8").replace(
      /# (\[\[r2_buckets\]\])\n# (binding = "BACKUPS")\n# (bucket_name = "edge-recall-backups")/,
      "$1\n$2\n$3",
    );
    const folder = temporaryFolder({ "wrangler.toml": bound, "src/worker.ts": "" });
    expect(readDeployment(folder).bucket).toBe("edge-recall-backups");
    const nameless = bound.replace('bucket_name = "edge-recall-backups"', "");
    const wrong = temporaryFolder({ "wrangler.toml": nameless, "src/worker.ts": "" });
    expect(() => readDeployment(wrong)).toThrow("BACKUPS needs a bucket_name");
  });

  it("has the names that people gave", () => {
    const renamed = readFileSync("wrangler.toml", "utf8")
      .replace('name = "edge-recall"', 'name = "notes"')
      .replace('database_name = "edge-recall"', 'database_name = "notes-db"')
      .replace('index_name = "edge-recall-bge-base-cls"', 'index_name = "notes-index"');
    const folder = temporaryFolder({ "wrangler.toml": renamed, "src/worker.ts": "" });
    expect(readDeployment(folder)).toMatchObject({
      worker: "notes",
      databases: [{ name: "notes-db" }],
      indexes: [{ name: "notes-index", dimensions: 768 }],
    });
  });

  it("has a second vector index where a model of other dimensions is to take over", () => {
    const next = '[[vectorize]]\nbinding = "VECTORIZE_NEXT"\nindex_name = "next"\n\n[ai]';
    const both = readFileSync("wrangler.toml", "utf8")
      .replace("[ai]", next)
      .replace('PLATFORM = "cloudflare"', 'PLATFORM = "cloudflare"\nVECTORIZE_NEXT_DIMENSIONS = "1024"');
    const folder = temporaryFolder({ "wrangler.toml": both, "src/worker.ts": "" });
    expect(readDeployment(folder).indexes).toEqual([
      { name: "edge-recall-bge-base-cls", dimensions: 768 },
      { name: "next", dimensions: 1_024 },
    ]);
    const wrong = temporaryFolder({ "wrangler.toml": both.replace("1024", "many"), "src/worker.ts": "" });
    expect(() => readDeployment(wrong)).toThrow(/VECTORIZE_NEXT_DIMENSIONS is the number of dimensions/);
  });

  it("has an index for bge-m3 where EMBEDDING_MODEL names it, and nothing else is said", () => {
    const written = (vars: string, next = "") => {
      const text = readFileSync("wrangler.toml", "utf8")
        .replace("[ai]", `${next}[ai]`)
        .replace('PLATFORM = "cloudflare"', `PLATFORM = "cloudflare"\n${vars}`);
      return temporaryFolder({ "wrangler.toml": text, "src/worker.ts": "" });
    };
    const M3 = 'EMBEDDING_MODEL = "@cf/baai/bge-m3"';
    const NEXT = '[[vectorize]]\nbinding = "VECTORIZE_NEXT"\nindex_name = "next"\n\n';
    const dimensions = (folder: string) => readDeployment(folder).indexes.map((index) => index.dimensions);
    expect(dimensions(written(M3))).toEqual([1_024]);
    expect(dimensions(written(M3, NEXT))).toEqual([768, 1_024]);
    expect(dimensions(written(`${M3}\nVECTORIZE_DIMENSIONS = 1024`))).toEqual([1_024]);
    expect(() => readDeployment(written(`${M3}\nVECTORIZE_DIMENSIONS = "768"`))).toThrow(
      /have 1024 dimensions, and no vector index of wrangler.toml takes them: bind one as VECTORIZE_NEXT/,
    );
    expect(() => readDeployment(written('EMBEDDING_MODEL = "@cf/baai/bge-m4"'))).toThrow(
      /EMBEDDING_MODEL is one of/,
    );
    const large = 'EMBEDDINGS_URL = "http://localhost:1"\nEMBEDDINGS_MODEL = "text-embedding-3-large"';
    expect(() => readDeployment(written(large))).toThrow(/3072 dimensions; Vectorize takes at most 1536/);
    expect(() => readDeployment(written('VECTORIZE_DIMENSIONS = "2000"'))).toThrow();
  });

  it("is refused when something is missing, in words", () => {
    const folder = temporaryFolder({
      "wrangler.toml": 'name = "notes"\nmain = "worker.ts"\n',
      "worker.ts": "",
    });
    expect(() => readDeployment(folder)).toThrow(/must name the Worker, a database/);
  });
});
