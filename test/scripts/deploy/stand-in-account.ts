import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Plan } from "../../../src/config.ts";

export interface StandInQueue {
  readonly consumers: readonly string[];
}

/** An account at Cloudflare, as far as a deployment touches it, in a file that every process of a test reads. */
export interface StandInAccount {
  /** Accounts the login sees; none: nobody is logged in. */
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly plan: Plan;
  readonly hasQueues: boolean;
  readonly databases: readonly { readonly uuid: string; readonly name: string }[];
  readonly replication: string;
  readonly indexes: readonly {
    readonly name: string;
    readonly dimensions: number;
    readonly fields: readonly string[];
  }[];
  readonly vectors: number;
  readonly queues: Readonly<Record<string, StandInQueue>>;
  readonly buckets: readonly string[];
  /** Undefined: no Worker; one that only has secrets is a draft. */
  readonly worker?:
    | {
        readonly secrets: Readonly<Record<string, string>>;
        readonly isDeployed: boolean;
        /** What it was deployed for. */
        readonly plan?: string;
      }
    | undefined;
  /** Where the Worker answers. */
  readonly url: string;
  /** Requests to the Worker that it still answers before it fails; undefined: all. */
  readonly answersLeft?: number | undefined;
  /** The API lets the login's credential change a database. */
  readonly allowsReplication: boolean;
  /** Calls so far, and the one in which whoever called is killed: before or after it has its effect. */
  readonly calls: number;
  readonly killAt?: { readonly call: number; readonly when: "before" | "after" };
}

export const EMPTY_ACCOUNT: StandInAccount = {
  accounts: [{ id: "acc1", name: "Dev" }],
  plan: "paid",
  hasQueues: true,
  databases: [],
  replication: "disabled",
  indexes: [],
  vectors: 0,
  queues: {},
  buckets: [],
  url: "",
  allowsReplication: true,
  calls: 0,
};

export const readAccount = (file: string): StandInAccount =>
  JSON.parse(readFileSync(file, "utf8")) as StandInAccount;

/** Replaces it whole, also where two processes do at once: one that is killed leaves the old one or the new one. */
export function writeAccount(file: string, account: StandInAccount): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(account));
  renameSync(draft, file);
}
