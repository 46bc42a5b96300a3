/** Ids of what is there before the first task. */
export interface Known {
  readonly memories: Readonly<Record<string, string>>;
  /** Of the first passage of a path. */
  readonly passages: Readonly<Record<string, string>>;
  /** A search and where its hits go on. */
  readonly recallId: string;
  readonly nextCursor: string;
  readonly listCursor: string;
}

type Args = Readonly<Record<string, unknown>>;

/** What an agent is about to do, and the call that does it. */
export interface Task {
  /** In the words of somebody who has not read the descriptions of the tools. */
  readonly situation: string;
  readonly tool: string;
  readonly args: Args | ((known: Known) => Args);
  /** What the answer's text says where the call did what the situation asks for. */
  readonly says: RegExp;
  /** What it may not say. */
  readonly not?: RegExp;
}
