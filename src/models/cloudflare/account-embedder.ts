import { AppError } from "../../errors.ts";
import type { Embedder, EmbeddingSpace } from "../ports.ts";
import {
  ACCOUNT_MODEL_NAMES,
  type AccountModel,
  accountModel,
  DEFAULT_EMBEDDING_MODEL,
  OWN_POOLING,
} from "./embedding-models.ts";
import { type AiBinding, workersAiEmbedder } from "./workers-ai.ts";

export interface EmbeddingVariables {
  readonly EMBEDDING_MODEL?: string | undefined;
  readonly EMBEDDING_POOLING?: string | undefined;
}

type Choice = Pick<EmbeddingSpace, "model" | "pooling" | "dimensions">;

const poolingsOf = ({ poolings }: AccountModel): readonly string[] => poolings ?? [OWN_POOLING];

/** The account's model, its pooling and dimensions. Throws `misconfigured` for what is not known. */
export function embeddingChoice({ EMBEDDING_MODEL, EMBEDDING_POOLING }: EmbeddingVariables): Choice {
  const model = EMBEDDING_MODEL || DEFAULT_EMBEDDING_MODEL;
  const known = accountModel(model);
  if (known === undefined)
    throw new AppError("misconfigured", `EMBEDDING_MODEL is one of: ${ACCOUNT_MODEL_NAMES.join(", ")}`);
  const { dimensions, poolings } = known;
  if (poolings === undefined && EMBEDDING_POOLING)
    throw new AppError("misconfigured", `EMBEDDING_POOLING is not for ${model}, which has its own: unset it`);
  const pooling = EMBEDDING_POOLING || poolingsOf(known)[0] || OWN_POOLING;
  if (!poolingsOf(known).includes(pooling))
    throw new AppError("misconfigured", `EMBEDDING_POOLING is ${poolingsOf(known).join(" or ")}`);
  return { model, pooling, dimensions };
}

/** Undefined: Workers AI has no such model or pooling, as far as is known. */
export function accountEmbedder(
  ai: AiBinding,
  { model, pooling }: Pick<Choice, "model" | "pooling">,
): Embedder | undefined {
  const known = accountModel(model);
  if (known === undefined || !poolingsOf(known).includes(pooling)) return undefined;
  return workersAiEmbedder(ai, { model, pooling });
}
