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
async function desk(settings: Record<string, string>, resolve?: Parameters<typeof webDesk>[1]) {
  const server = createServer(webDesk(settings, resolve));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  opened.push(server);
  const { port } = server.address() as AddressInfo;
  return (url: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/`, {
      ...(signal && { signal }),
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

const PUBLIC = "93.184.216.34";

it.each([
  ["another the second time", [[PUBLIC], ["127.0.0.1"]]],
  ["a public and an inner one at once", [[PUBLIC], [PUBLIC, "10.0.0.1"]]],
  ["one of IPv6 that leads to an IPv4 address", [[PUBLIC], ["::ffff:127.0.0.1"]]],
  ["none the second time", [[PUBLIC], []]],
])(
  "a name that answers a public address when it is looked at, and then %s, leads nowhere",
  async (_, answers) => {
    const asked: string[] = [];
    const looked = new AbortController();
    const ask = await desk({}, (host, __, done) => {
      const addresses = answers[asked.push(host) - 1] ?? [];
      // Connecting to the public one would leave this machine.
      if (asked.length === 1) looked.abort();
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    });
    const url = "http://docs.rebound.dev/";
    await expect(ask(url, looked.signal)).rejects.toThrow("aborted");
    const { status, headers } = await ask(url);
    expect([status, headers.get("x-recall-refused")]).toEqual([
      403,
      expect.stringContaining("the name leads to"),
    ]);
    // Once a connection: there is no second answer between the look and the connection.
    expect(asked).toEqual(["docs.rebound.dev", "docs.rebound.dev"]);
  },
);
