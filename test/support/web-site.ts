import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a site answers at a path: a page's HTML, or whatever it does. */
export type Page = string | ((response: ServerResponse, request: IncomingMessage) => void);

/** A request as it came in. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly status: number;
}

/** A page of so many words, with links. */
export const pageOf = (title: string, text: string, links: readonly string[] = [], head = ""): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><nav><a href="/">Home</a></nav>
<main><h1>${title}</h1><p>${text}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(" ")}</main></body></html>`;

const etagOf = (html: string): string =>
  `"${[...html].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7).toString(16)}"`;

/** A server of somebody else's on this machine: pages by path, each with an etag; what is not there is 404. */
export async function webSite(pages: Record<string, Page> = {}) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    response.on("close", () => seen.push({ path, headers: request.headers, status: response.statusCode }));
    const page = pages[path];
    if (page === undefined) return void response.writeHead(404).end("There is nothing here");
    if (typeof page !== "string") return page(response, request);
    const etag = etagOf(page);
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
    const type = path.endsWith(".xml")
      ? "application/xml"
      : path.endsWith(".txt")
        ? "text/plain"
        : "text/html";
    response.writeHead(200, { "content-type": `${type}; charset=utf-8`, etag }).end(page);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    ...{ host, pages, seen },
    url: `http://${host}/`,
    /** Paths in the order in which they were asked for, since the last time. */
    asked: (): string[] => seen.splice(0).map(({ path }) => path),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
