/**
 * Adds to package-lock.json the optional platform packages that `npm install` leaves out when it cannot fetch them.
 * Without them `npm ci` refuses the lock ("Missing: @cloudflare/workerd-darwin-64 from lock file").
 * `node scripts/complete-lock.ts --check` fails instead of writing.
 */
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const OPERATING_SYSTEMS = [
  "darwin",
  "windows",
  "win32",
  "linux",
  "android",
  "freebsd",
  "openbsd",
  "netbsd",
  "sunos",
  "aix",
];
const CPUS = ["arm64", "riscv64", "ppc64", "s390x", "loong64", "mips64el", "ia32", "arm", "x64"];

/** The lock entry of one platform package, guessed from its name; npm checks only that it exists. */
function platformPackage(name: string, version: string, isDev: boolean): LockedPackage {
  const os = OPERATING_SYSTEMS.find((candidate) => name.includes(candidate));
  const cpu = CPUS.find((candidate) => name.includes(candidate)) ?? "x64";
  return {
    version,
    ...(isDev && { dev: true }),
    optional: true,
    ...(os && { os: [os === "windows" ? "win32" : os] }),
    cpu: [cpu],
    ...(name.includes("musl") && { libc: ["musl"] }),
  };
}

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockedPackage> };
const added: string[] = [];
for (const [at, owner] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const isLocked = lock.packages[`${at}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`];
    if (isLocked || !/^\d/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = platformPackage(name, version, owner.dev === true);
    added.push(name);
  }
}
const isCheck = process.argv.includes("--check");
if (added.length > 0 && !isCheck) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  added.length === 0
    ? "package-lock.json is complete"
    : `${isCheck ? "missing" : "added"}: ${added.join(", ")}`,
);
process.exitCode = isCheck && added.length > 0 ? 1 : 0;
