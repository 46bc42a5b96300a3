import { describe, expect, it } from "vitest";
import { addressProblem } from "../../src/sources/address/check-address.ts";
import { createHttp } from "../../src/sources/fetching/http.ts";
import { SourceError } from "../../src/sources/fetching/source-error.ts";

const NOTHING_ALLOWED = { allowedHosts: new Set<string>() };

/** What must not be asked, by why. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "other schemes": ["ftp://a.de/", "file:///etc/passwd", "gopher://a.de/", "data:text/html,x", "ws://a.de/"],
  credentials: ["https://user:pass@a.de/", "https://user@a.de/"],
  "other ports": ["http://a.de:22/", "https://a.de:8443/", "http://a.de:6379/", "http://8.8.8.8:8080/"],
  loopback: [
    "http://127.0.0.1/",
    "http://127.255.255.254/",
    "http://localhost/",
    "http://[::1]/",
    "http://a.localhost./",
  ],
  "written otherwise": [
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::127.0.0.1]/",
  ],
  "this network": ["http://0.0.0.0/", "http://0.1.2.3/", "http://[::]/"],
  private: ["http://10.0.0.1/", "http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.1.1/"],
  shared: ["http://100.64.0.1/", "http://100.127.255.255/", "http://100.100.100.200/"],
  "link-local": ["http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/"],
  "protocols' own": [
    "http://192.0.0.192/",
    "http://192.88.99.1/",
    "http://198.18.0.1/",
    "http://198.19.255.255/",
  ],
  documentation: [
    "http://192.0.2.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
  ],
  "multicast, reserved, broadcast": [
    "http://224.0.0.1/",
    "http://239.255.255.255/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[ff02::1]/",
  ],
  "unique local and site-local": ["http://[fc00::1]/", "http://[fd12:3456::1]/", "http://[fec0::1]/"],
  "IPv4 inside IPv6": [
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::a00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:a00:1::1]/",
    "http://[2001:0:a00:1::1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[100::1]/",
  ],
  "names of networks": [
    "http://router/",
    "http://nas.local/",
    "http://db.internal/",
    "http://wiki.lan/",
    "http://x.home.arpa/",
  ],
  "names that lead anywhere": [
    "http://10.0.0.1.nip.io/",
    "http://127-0-0-1.sslip.io/",
    "http://localtest.me/",
  ],
};
const ALL = Object.values(REFUSED).flat();

it("knows more than forty addresses that are refused", () => {
  expect(new Set(ALL).size).toBeGreaterThan(40);
});

describe.each(Object.entries(REFUSED))("%s", (_, addresses) => {
  it.each(addresses)("are refused: %s", (address) => {
    expect(addressProblem(new URL(address), NOTHING_ALLOWED)).toEqual(expect.any(String));
  });
});

it.each([
  "https://docs.acme.io/guide/",
  "http://docs.acme.io:80/",
  "https://8.8.8.8/",
  "https://[2606:4700::1111]/",
  "http://a.de./",
])("lets a public one pass: %s", (address) => {
  expect(addressProblem(new URL(address), NOTHING_ALLOWED)).toBeUndefined();
});

it("lets pass what the owner allows, by host and port, and nothing beside it", () => {
  const rules = { allowedHosts: new Set(["wiki.lan:8080", "127.0.0.1:80"]) };
  const problem = (address: string) => addressProblem(new URL(address), rules);
  expect(problem("http://wiki.lan:8080/x")).toBeUndefined();
  expect(problem("http://127.0.0.1/")).toBeUndefined();
  for (const other of [
    "http://wiki.lan/",
    "http://wiki.lan:8081/",
    "http://127.0.0.2/",
    "http://u:p@wiki.lan:8080/",
  ])
    expect(problem(other)).toEqual(expect.any(String));
});

it("asks nobody at any of them when a redirect leads there", async () => {
  const asked: string[] = [];
  const leadsTo = (target: string) =>
    createHttp({
      fetch: async (url) => {
        asked.push(url);
        return new Response(null, { status: 302, headers: { location: target } });
      },
      ...{ rules: NOTHING_ALLOWED, sleep: async () => undefined, now: () => 0, pauseMs: 0 },
    }).get("https://docs.acme.io/", { follows: true });
  for (const target of ALL) {
    const failure = await leadsTo(target).catch((error: unknown) => error);
    expect(failure, target).toBeInstanceOf(SourceError);
    expect((failure as SourceError).failure, target).toBe("refused");
  }
  expect(new Set(asked)).toEqual(new Set(["https://docs.acme.io/"]));
});

it("ends redirects without end after some", async () => {
  let asked = 0;
  const http = createHttp({
    fetch: async () => {
      asked += 1;
      return new Response(null, { status: 302, headers: { location: `/step-${asked}` } });
    },
    ...{ rules: NOTHING_ALLOWED, sleep: async () => undefined, now: () => 0, pauseMs: 0 },
  });
  await expect(http.get("https://docs.acme.io/", { follows: true })).rejects.toThrow("without end");
  expect(asked).toBe(6);
});
