/** What a queue message says; the work itself lies in a database. */
export interface WorkMessage {
  /** Undefined: of all workspaces there. */
  readonly workspace?: number | undefined;
  /** Number of the database. @default the first */
  readonly database?: number | undefined;
  /** @default sweep */
  readonly task?: string;
  /** Of a turn of cron: when that was scheduled, milliseconds since 1970. */
  readonly scheduledMs?: number | undefined;
}
