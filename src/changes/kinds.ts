/** What can change. Apart from the schemas, which the command line does not load. */
export const KINDS = ["file", "memory", "entity"] as const;
