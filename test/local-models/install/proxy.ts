import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer, type RequestOptions } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../cli/temporary-folder.ts";

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Without openssl no host of its own can be made; in CI that is a failure. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0 || process.env.CI !== undefined;

/** A certificate of these hosts that this process trusts until the test ends. */
function certificateOf(...hosts: readonly string[]): Pick<RequestOptions, "key" | "cert"> {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(",")}`;
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const rest = ["-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=test", "-addext", names];
  execFileSync("openssl", ["req", "-x509", ...curve, ...rest], { stdio: "ignore" });
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, readFileSync(cert, "utf8")]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/**
 * Two hosts that nobody reaches but through the proxy: `hub.example` has the files of a folder, and sends on to `cdn.example` for the
 * graphs. `asked`: what the proxy was asked.
 */
export async function hostsBehindProxy(folder: string) {
  const certificate = certificateOf("hub.example", "cdn.example");
  const hosts = createSecureServer(certificate, (request, response) => {
    const { host = "" } = request.headers;
    const path = request.url ?? "";
    if (path.endsWith(".onnx") && host === "hub.example")
      return void response.writeHead(302, { location: `https://cdn.example${path}` }).end();
    response.end(readFileSync(join(folder, path)));
  });
  const port = await portOf(hosts);
  const asked: string[] = [];
  let isRefusing = false;
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end("{}");
  }).on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (isRefusing) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const target = connect(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    target.pipe(socket).pipe(target);
    for (const one of [target, socket]) one.on("error", () => target.destroy());
  });
  onTestFinished(() => void hosts.closeAllConnections());
  return {
    url: `http://127.0.0.1:${await portOf(proxy)}`,
    asked,
    refuse: () => {
      isRefusing = true;
    },
  };
}

/** A host of this machine whose addresses redirect to a file or to themselves. */
export async function redirecting() {
  const host = createServer((request, response) => {
    const location = request.url?.startsWith("/file") ? "file:///etc/passwd" : request.url;
    response.writeHead(302, { location }).end();
  });
  onTestFinished(() => void host.closeAllConnections());
  return { url: `http://127.0.0.1:${await portOf(host)}` };
}
