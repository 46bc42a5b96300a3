/** How Workers AI's embedding models are asked. */
export interface AccountModel {
  readonly dimensions: number;
  /** What the model wants before a query; nothing goes before a passage. */
  readonly queryPrefix: string;
  /** The poolings that can be asked for; undefined: the model has its own, and the call has no such input. */
  readonly poolings: readonly ["cls", "mean"] | undefined;
  /** The call says whether a text that is too long is cut; else texts are cut here only. */
  readonly truncates: boolean;
  /** Texts of different languages that mean the same are near. */
  readonly spansLanguages: boolean;
}

/** BGE v1.5 English wants this before queries, and nothing before passages (model card). */
const ENGLISH = {
  queryPrefix: "Represent this sentence for searching relevant passages: ",
  poolings: ["cls", "mean"],
  truncates: false,
  spansLanguages: false,
} as const;

/**
 * By name. Inputs and answers are those of the models' pages, such as
 * https://developers.cloudflare.com/workers-ai/models/bge-m3/, dimensions those of the cards, such as
 * https://huggingface.co/BAAI/bge-m3, which also says that its queries need no instruction (2026-11-24).
 */
const ACCOUNT_MODELS: Readonly<Record<string, AccountModel>> = {
  "@cf/baai/bge-small-en-v1.5": { ...ENGLISH, dimensions: 384 },
  "@cf/baai/bge-base-en-v1.5": { ...ENGLISH, dimensions: 768 },
  "@cf/baai/bge-large-en-v1.5": { ...ENGLISH, dimensions: 1_024 },
  "@cf/baai/bge-m3": {
    dimensions: 1_024,
    queryPrefix: "",
    poolings: undefined,
    truncates: true,
    spansLanguages: true,
  },
};

export const DEFAULT_EMBEDDING_MODEL = "@cf/baai/bge-base-en-v1.5";

/** What EMBEDDING_MODEL may be. */
export const ACCOUNT_MODEL_NAMES: readonly string[] = Object.keys(ACCOUNT_MODELS);

/** Undefined: its vectors' dimensions, and what it wants before a query, are not known here. */
export const accountModel = (name: string): AccountModel | undefined =>
  Object.hasOwn(ACCOUNT_MODELS, name) ? ACCOUNT_MODELS[name] : undefined;

/** Stands for the pooling of a model that has its own in the names of embedding spaces. */
export const OWN_POOLING = "own";
