/** What keeps a thing from being read; `refused`: nobody is asked, `gone`: it is not there, `left_out`: it is not to be kept. */
export type SourceFailure = "refused" | "unreachable" | "gone" | "left_out" | "failed";

/** A failure of what is fetched, in words for whoever added the source. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly failure: SourceFailure;
  constructor(failure: SourceFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
