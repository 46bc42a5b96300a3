import fc from "fast-check";
import { expect, it } from "vitest";
import { networkOf } from "../../src/http/origin-of.ts";

it.each<[string | undefined, string]>([
  [undefined, "local"],
  ["127.0.0.1", "local"],
  ["127.9.9.9", "local"],
  ["::1", "local"],
  ["::ffff:127.0.0.1", "local"],
  ["203.0.113.9", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:0001::5", "2001:db8:1::/48"],
  ["2001:db8::5", "2001:db8:0::/48"],
  ["fe80::1", "fe80:0:0::/48"],
  ["nonsense", "unknown"],
  ["", "unknown"],
])("of the address %s its network is kept: %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it("keeps nothing of the host, whoever it is", () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV4(), (v6, v4) => {
      expect(networkOf(v4)).toMatch(/^local$|^\d+\.\d+\.\d+\.0\/24$/);
      expect(networkOf(v6).split(":").length).toBeLessThanOrEqual(5);
    }),
  );
});
