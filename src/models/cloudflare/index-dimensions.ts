import { AppError } from "../../errors.ts";

export interface DimensionsVariables {
  readonly VECTORIZE_DIMENSIONS?: string | undefined;
  readonly VECTORIZE_NEXT_DIMENSIONS?: string | undefined;
}

interface Bound {
  /** `VECTORIZE_NEXT` is bound. */
  readonly hasNext: boolean;
  /** Dimensions of the configured model's vectors. */
  readonly configured: number;
}

/** Of the default model's vectors. */
const DEFAULT_DIMENSIONS = 768;

/**
 * Dimensions of the bound vector indexes. Where none is said, the newest index is for the configured model, and the one that
 * it follows for the default model. Throws `misconfigured` for what is no number of dimensions.
 */
export function indexDimensions(said: DimensionsVariables, { hasNext, configured }: Bound) {
  const first = dimensionsOf("VECTORIZE_DIMENSIONS", said.VECTORIZE_DIMENSIONS);
  const next = dimensionsOf("VECTORIZE_NEXT_DIMENSIONS", said.VECTORIZE_NEXT_DIMENSIONS);
  return {
    VECTORIZE: first ?? (hasNext ? DEFAULT_DIMENSIONS : configured),
    VECTORIZE_NEXT: hasNext ? (next ?? configured) : undefined,
  };
}

function dimensionsOf(name: keyof DimensionsVariables, text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new AppError(
    "misconfigured",
    `${name} is the number of dimensions of that vector index, from 1 to 9,999`,
  );
}
