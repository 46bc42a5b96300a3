/** A place on the picture. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}
