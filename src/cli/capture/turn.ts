/** Something that was said in a conversation with an agent, by one of the two that talk. */
export interface Turn {
  readonly by: "person" | "agent";
  readonly text: string;
  /** Where the transcript has it, from 1; 0: nobody counted. */
  readonly line: number;
}

/** Agents whose conversations are read, as they are named on the command line. */
export const AGENTS = ["claude-code", "codex", "gemini", "cursor", "opencode"] as const;
export type Agent = (typeof AGENTS)[number];
