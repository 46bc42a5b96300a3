import { readFile } from "node:fs/promises";
import { sep } from "node:path";

/** File systems that hold nobody's files: what the kernel, a daemon or a device shows as such. */
const SYSTEM_TYPES: ReadonlySet<string> = new Set([
  ...["autofs", "bdev", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "cpuset", "debugfs", "devfs"],
  ...["devpts", "devtmpfs", "efivarfs", "fusectl", "fuse.gvfsd-fuse", "fuse.portal", "hugetlbfs", "mqueue"],
  ...[
    "nsfs",
    "proc",
    "procfs",
    "pstore",
    "resctrl",
    "rpc_pipefs",
    "securityfs",
    "selinuxfs",
    "sysfs",
    "tracefs",
  ],
]);

/** A container mounts an ordinary file system in memory at /dev; other systems have no table that can be read. */
const ALWAYS = ["/dev", "/proc", "/sys"];

const MOUNTS = "/proc/self/mountinfo";
const MOUNT_POINT = 4;

/** A mount point as the table writes it, blanks as octal numbers. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** The mount points in the text of a `mountinfo` whose file systems hold nobody's files. */
export function systemMounts(table: string): readonly string[] {
  return table.split("\n").flatMap((line) => {
    const [mounted = "", source = ""] = line.split(" - ");
    const point = mounted.split(" ")[MOUNT_POINT];
    return point !== undefined && SYSTEM_TYPES.has(source.split(" ")[0] ?? "") ? [unescaped(point)] : [];
  });
}

/** Folders that are never pushed, wherever a push begins; none on Windows. */
export async function systemFolders(): Promise<ReadonlySet<string>> {
  if (process.platform === "win32") return new Set();
  const table = process.platform === "linux" ? await readFile(MOUNTS, "utf8").catch(() => "") : "";
  return new Set([...ALWAYS, ...systemMounts(table)]);
}

/** Whether a folder is one of them, or in one; people keep files in the memory below /dev. */
export const isInSystem = (folder: string, system: ReadonlySet<string>): boolean =>
  [...system].some((point) => folder === point || (point !== "/dev" && folder.startsWith(point + sep)));
