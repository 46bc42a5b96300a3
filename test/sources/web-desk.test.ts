import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { webDesk } from "../../src/cli/local/web-desk.ts";
import { webSite } from "../support/web-site.ts";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** The desk of a local server, and a way to ask through it. */
async function desk(settings: Record<string, string>) {
  const server = createServer(webDesk(settings));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  opened.push(server);
  const { port } = server.address() as AddressInfo;
  return (url: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      headers: { "x-recall-url": url, "x-own": "kept" },
      redirect: "manual",
    });
}

it("asks what the owner allows, and follows nothing", async () => {
  const site = await webSite({
    "/": "<html>Herons</html>",
    "/away": (response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
  });
  opened.push(site);
  const ask = await desk({ SOURCE_HOSTS: site.host });
  expect(await (await ask(site.url)).text()).toBe("<html>Herons</html>");
  const { status, headers } = await ask(`${site.url}away`);
  expect([status, headers.get("location")]).toEqual([302, "http://10.0.0.1/"]);
  expect(site.seen[0]?.headers).toMatchObject({ "x-own": "kept", host: site.host });
  expect(site.seen[0]?.headers).not.toHaveProperty("x-recall-url");
});

it("connects to nothing that a name leads to inside, whatever the name", async () => {
  const site = await webSite({ "/": "<html>Herons</html>" });
  opened.push(site);
  const ask = await desk({});
  for (const url of [site.url, "http://localhost/", "ftp://a.de/", "no address", "http://10.0.0.1/"]) {
    const { status, headers } = await ask(url);
    expect([url, status, headers.get("x-recall-refused")]).toEqual([url, 403, expect.any(String)]);
  }
  expect(site.seen).toEqual([]);
});
