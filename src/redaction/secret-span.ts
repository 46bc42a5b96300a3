/** A stretch of a text that is a secret: from `start` up to, not with, `end`. */
export interface SecretSpan {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}
