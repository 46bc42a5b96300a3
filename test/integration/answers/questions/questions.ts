/** A question as every door takes it. */
export interface Question {
  readonly query: string;
  readonly limit?: number;
  readonly profile?: "edge" | "keyword" | "latest" | "dual" | "code-memory" | "openclaw" | "vector";
  readonly minRelevance?: number;
  readonly minScore?: number;
  readonly session?: string;
  readonly onlySession?: boolean;
  readonly settings?: Readonly<Record<string, number | boolean>>;
  readonly root?: string;
  readonly glob?: string;
  readonly kind?: "file" | "memory";
  readonly type?: string;
  readonly tag?: string;
  readonly after?: string;
  readonly before?: string;
}

export const NOTES = {
  "ops/keys.md":
    "# Signing keys\n\nThe signing keys are rotated on the first Monday of each month with `ops rotate --all`.\n",
  "ops/backups.md": "# Backups\n\nSnapshots are taken every night at 02:00 and kept for thirty days.\n",
  "queue.md":
    "# Queue\n\nFailed jobs are parked after eight attempts; an engineer looks at them on Monday.\n",
  "garden.md":
    "# Garden\n\nTomatoes are watered at dawn, and never in the sun.\n\nHerons eat the fish of the pond.\n",
  "src/retry.ts": "/** How often a failed job is tried again. */\nexport const MAX_ATTEMPTS = 8;\n",
  "ja.md": "# バックアップ\n\nバックアップは毎晩二時に取られ、三十日間保存されます。\n",
  "ru.md": "# Ключи\n\nКлючи подписи меняются в первый понедельник месяца.\n",
  "el.md": "# Κήπος\n\nΟι ντομάτες ποτίζονται την αυγή.\n",
  "ar.md": "# الحديقة\n\nتسقى الطماطم عند الفجر.\n",
  "umlaut.md": "# Größe\n\nDie Größe der Ablage ist auf zehn Gigabyte begrenzt.\n",
};
export const WIKI = { "start.md": "# Start\n\nNew colleagues get a badge and a key for the door.\n" };

export const MEMORIES = [
  { text: "The staging database listens on port 5433.", session: "s1", tags: ["ops"] },
  { text: "We chose PostgreSQL as the database of the ledger.", type: "decision", session: "s2" },
  { text: "The user prefers short answers.", type: "preference" },
];

const KEYS = "when are the signing keys rotated?";

/** Fifty, by what is special about them. */
export const QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  answered: [
    { query: KEYS },
    { query: "when are snapshots taken?" },
    { query: "how long are backups kept?" },
    { query: "MAX_ATTEMPTS" },
    { query: "when are tomatoes watered?" },
    { query: "what do herons eat?" },
    { query: "which database did we choose for the ledger?" },
    { query: "what do new colleagues get?" },
  ],
  unanswerable: [
    { query: "who cleans the office?" },
    { query: "what is the capital of Australia?" },
    { query: "how much does a zeppelin cost?" },
    { query: "zebra xylophone quagga" },
    { query: "the password of the mail server" },
    { query: "OPS-9999" },
  ],
  misspelt: [
    { query: "when are the signing keys rottated?" },
    { query: "snapshoots at night" },
    { query: "when are tomatos watterd?" },
    { query: "when are the signing keys `rottated`?" },
    { query: "postgresqll ledger" },
  ],
  "of an unknown root": [
    { query: KEYS, root: "nots" },
    { query: "who cleans the office?", root: "Wiki" },
    { query: "tomatoes", root: "garden", kind: "file" },
  ],
  filtered: [
    { query: KEYS, glob: "garden.md" },
    { query: KEYS, glob: "ops/*" },
    { query: "door key", root: "wiki" },
    { query: "database", kind: "memory" },
    { query: "database", type: "decision" },
    { query: "port", tag: "ops" },
    { query: "port", tag: "nothing" },
    { query: "database", session: "s1", onlySession: true },
    { query: "tomatoes", after: "2020-01-01" },
    { query: "tomatoes", before: "2001-01-01" },
    { query: KEYS, minRelevance: 0.99 },
    { query: "snapshots night", minScore: 0.5 },
  ],
  "with phrases": [
    { query: '"ops rotate --all"' },
    { query: '"watered at dawn" tomatoes' },
    { query: '"watered at noon"' },
  ],
  "in other scripts": [
    { query: "バックアップはいつ取られますか" },
    { query: "когда меняются ключи подписи?" },
    { query: "πότε ποτίζονται οι ντομάτες;" },
    { query: "متى تسقى الطماطم؟" },
    { query: "groesse der ablage" },
    { query: "备份什么时候进行？" },
  ],
  "ranked otherwise": [
    { query: KEYS, profile: "keyword" },
    { query: "job", profile: "latest", limit: 2 },
    { query: KEYS, profile: "openclaw" },
    { query: "zebra xylophone quagga", profile: "code-memory" },
    { query: "keys", profile: "dual", limit: 3 },
    { query: "night", settings: { "mmr.enabled": true, "result.limit": 2 } },
    { query: "hi" },
  ],
};
