import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const REVISION = "0123456789abcdef0123456789abcdef01234567";

/** What the hub does wrong with the next file; each is done once. */
export type Fault =
  | "cut"
  | "no range"
  | "wrong range"
  | "wrong bytes"
  | "too short"
  | "nothing"
  | "without end"
  | "silent"
  | 401
  | 404
  | 503;

/** Sends the same bytes again and again, as long as anybody takes them. */
function pourInto(response: ServerResponse, bytes: Buffer): void {
  if (!response.destroyed) response.write(bytes, () => pourInto(response, bytes));
}

/** A hub like Hugging Face's for one repository, over real HTTP. */
export async function hubOf(folder: string, repository: string) {
  const bytes = {
    "onnx/model_quantized.onnx": readFileSync(join(folder, "model.onnx")),
    "tokenizer.json": readFileSync(join(folder, "tokenizer.json")),
  };
  const faults: Fault[] = [];
  const asked: string[] = [];
  const sha = (kind: string, ...parts: readonly (string | Buffer)[]) => {
    const hash = createHash(kind);
    for (const part of parts) hash.update(part);
    return hash.digest("hex");
  };
  const tree = Object.entries(bytes).map(([path, content]) => ({
    ...{ type: "file", path, size: content.length },
    // The hub keeps small files in Git itself.
    ...(path === "tokenizer.json"
      ? { oid: sha("sha1", `blob ${content.length}\0`, content) }
      : { oid: "0".repeat(40), lfs: { oid: sha("sha256", content), size: content.length } }),
  }));
  const json = (response: ServerResponse, value: unknown) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(value));
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://hub");
    asked.push(`${pathname} ${request.headers.range ?? ""}`.trim());
    if (pathname === `/api/models/${repository}/revision/main`) return json(response, { sha: REVISION });
    if (pathname === `/api/models/${repository}/tree/${REVISION}`) return json(response, tree);
    const name = pathname.replace(`/${repository}/resolve/${REVISION}/`, "") as keyof typeof bytes;
    const content = bytes[name];
    if (content === undefined) return void response.writeHead(404).end();
    const fault = faults.shift();
    if (typeof fault === "number") return void response.writeHead(fault).end();
    if (fault === "without end") return pourInto(response, content);
    if (fault === "too short" || fault === "nothing")
      return void response.end(content.subarray(0, fault === "nothing" ? 0 : content.length / 2));
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const starts = from > 0 && fault !== "no range" ? from : 0;
    const rest = content.subarray(starts);
    const said = fault === "wrong range" ? starts + 7 : starts;
    const head =
      starts > 0 ? { "content-range": `bytes ${said}-${content.length - 1}/${content.length}` } : {};
    response.writeHead(starts > 0 ? 206 : 200, { ...head, "content-length": rest.length });
    if (fault === "silent") return response.flushHeaders();
    if (fault === "cut")
      return void response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () =>
        setTimeout(() => response.destroy(), 50),
      );
    response.end(fault === "wrong bytes" ? Buffer.alloc(rest.length, 7) : rest);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, asked, bytes };
}
