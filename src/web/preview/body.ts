import type { Page } from "../state/page.ts";
import type { Target } from "../state/target.ts";

/** What draws a document's text. */
export interface BodyProps {
  readonly page: Page;
  readonly target: Target;
  readonly text: string;
  readonly language: string;
  /** First and last line to draw, from 1. */
  readonly shown: readonly [number, number];
}
