import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";

/** Where a network of its own can be made: by root of a Linux whose container allows it. */
const canUnshare = spawnSync("unshare", ["--net", "ip", "link", "set", "lo", "up"]).status === 0;

export interface Network {
  /** What starts a program in it. */
  readonly through: readonly string[];
  /** How often a program in it wanted to send something beyond the loopback; undefined: it is this machine's own network. */
  sent(): number | undefined;
}

/** Counters of the kernel, by name: of IPv4 two lines a protocol (names, then numbers), of IPv6 one line each. */
function counter(pid: number, protocol: string, name: string): number {
  const lines = readFileSync(`/proc/${pid}/net/snmp`, "utf8").split("\n");
  const [names, numbers] = lines
    .filter((line) => line.startsWith(`${protocol}: `))
    .map((line) => line.split(" "));
  return Number(numbers?.[names?.indexOf(name) ?? -1]);
}

function counter6(pid: number, name: string): number {
  const lines = readFileSync(`/proc/${pid}/net/snmp6`, "utf8").split("\n");
  return Number(lines.find((line) => line.startsWith(`${name} `))?.split(/\s+/)[1]);
}

/**
 * A network with the loopback alone, gone when the test ends. What wants to leave it finds no route, which the kernel
 * counts, names that are looked up among it. Where none can be made programs run in the usual network.
 */
export async function emptyNetwork(): Promise<Network> {
  if (!canUnshare) return { through: [], sent: () => undefined };
  const keeper = spawn("unshare", ["--net", "sh", "-c", "ip link set lo up && echo up && exec cat"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void keeper.stdin.end());
  await once(keeper.stdout, "data");
  const pid = keeper.pid ?? 0;
  return {
    through: ["nsenter", "--target", String(pid), "--net"],
    sent: () => counter(pid, "Ip", "OutNoRoutes") + counter6(pid, "Ip6OutNoRoutes"),
  };
}
