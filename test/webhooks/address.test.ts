import { describe, expect, it } from "vitest";
import { isExample, webhookAddress } from "../../src/webhooks/address.ts";
import { postMessage } from "../../src/webhooks/post-message.ts";

const outcome = (url: string, allowsLoopback: boolean): string => {
  try {
    return webhookAddress(url, { allowsLoopback });
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message}`;
  }
};

const EVERYWHERE_REFUSED = [
  ...["", "hooks.example.com", "/hook", "https://", "ftp://hooks.example.org/", "file:///etc/passwd"],
  ...["http://hooks.example.org/", "https://hooks.example.org:8443/", "https://a:b@hooks.example.org/"],
  ...["https://user@hooks.example.org/", "https://hooks.example.org/#part", "https://a@127.0.0.1/"],
  // Private, link-local, metadata, shared, unspecified, mapped; public ones, too.
  ...["https://10.0.0.1/", "https://172.16.3.4/", "https://192.168.1.1/", "https://169.254.169.254/latest"],
  ...["https://100.64.0.1/", "https://0.0.0.0/", "https://[::]/", "https://[::ffff:127.0.0.1]/"],
  ...["https://[fd00::1]/", "https://[fe80::1]/", "https://93.184.216.34/", "https://[2606:4700::1]/"],
  ...["http://169.254.169.254/", "http://10.0.0.1:8080/", "http://0.0.0.0:8787/", "http://[::ffff:7f00:1]/"],
  // Names of such addresses.
  ...["https://metadata.google.internal/", "https://printer.local/", "https://router.lan/", "https://db/"],
  ...[
    "https://10.0.0.1.nip.io/",
    "https://a.10-0-0-1.sslip.io/",
    "https://localtest.me/",
    "https://x.lvh.me/",
  ],
  ...["https://app.localhost/", "https://printer.local./", "https://PRINTER.LOCAL/", "https://x.home.arpa/"],
];

const LOOPBACK = [
  ...["http://127.0.0.1:9000/hook", "https://127.0.0.1:9000/", "http://localhost:3000/", "http://[::1]:1/"],
  // As the parser of URLs understands them.
  ...["http://2130706433/", "http://0x7f.1/", "http://127.1:80/", "http://localhost./"],
];

describe("the address of a webhook", () => {
  it.each(EVERYWHERE_REFUSED)("is refused everywhere: %s", (url) => {
    expect(outcome(url, false)).toMatch(/^invalid_input url: /);
    expect(outcome(url, true)).toMatch(/^invalid_input url: /);
  });

  it.each(LOOPBACK)("is the machine itself on a local server only: %s", (url) => {
    expect(outcome(url, false)).toMatch(/^invalid_input url: /);
    expect(outcome(url, true)).toBe(new URL(url).href);
  });

  it.each(["https://hooks.example.org/recall?x=1", "https://hooks.example.org:443/", "https://bücher.de/"])(
    "may be a public https server: %s",
    (url) => {
      expect([outcome(url, false), outcome(url, true)]).toEqual([new URL(url).href, new URL(url).href]);
    },
  );

  it.each([
    ["http://hooks.example.org/", "url: https only"],
    ["https://hooks.example.org:8443/", "url: port 443 only"],
    ["https://u:p@hooks.example.org/", "url: no user and no password"],
  ])("says what is wrong with it: %s", (url, message) => {
    expect(outcome(url, false)).toBe(`invalid_input ${message}`);
  });

  it("of an example is sent nothing", async () => {
    expect(
      ["https://example.net/", "https://hooks.example.com/x", "https://myexample.com/"].map(isExample),
    ).toEqual([...[true, true, false]]);
    const receiver = { url: "https://hooks.example.com/recall", secret: "whsec_AAAA" };
    expect(await postMessage(receiver, { id: "msg_1", body: "{}" }, { nowMs: 0 })).toEqual({
      ...{ status: null, error: "It is an example's: nobody is there", retryAfter: null },
    });
  });
});
