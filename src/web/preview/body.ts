import type { Target } from "../state/target.ts";

/** Lines shown around the cited ones at first: as many as a browser lays out without a pause. */
const AROUND = 400;
const MORE = 1_000;

export type Lines = readonly [number, number];

/** What is shown of a document at first. */
export const firstShown = (cited: Lines | undefined, lines: number): Lines => [
  Math.max(1, (cited?.[0] ?? 1) - AROUND),
  Math.min(lines, (cited?.[1] ?? 1) + AROUND),
];

export const withEarlier = ([first, last]: Lines): Lines => [Math.max(1, first - MORE), last];

export const withLater = ([first, last]: Lines, lines: number): Lines => [
  first,
  Math.min(lines, last + MORE),
];

/** Properties of what shows a document's text. */
export interface BodyProps {
  readonly target: Target;
  readonly text: string;
  readonly language: string;
  /** First and last line to draw, from 1. */
  readonly shown: readonly [number, number];
}
