/** Shorter texts say nothing. */
const MIN_CHARS = 5;

/** Why a text says nothing that is worth remembering or showing; undefined: it says something. */
export const noiseReason = (text: string): string | undefined =>
  text.trim().length < MIN_CHARS ? "too short" : undefined;
