/** What a known embedding model wants and gives; settings override each of it. */
interface EmbeddingModel {
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** Undefined: not known by this name. */
  readonly dimensions: number | undefined;
  /** Shorter vectors than its own can be asked for. */
  readonly canShorten: boolean;
  /** By its card, texts of different languages are near where they mean the same; undefined: not known. */
  readonly spansLanguages: boolean | undefined;
}

const PLAIN: EmbeddingModel = {
  queryPrefix: "",
  documentPrefix: "",
  dimensions: undefined,
  canShorten: false,
  spansLanguages: undefined,
};
const RETRIEVAL_SENTENCE = "Represent this sentence for searching relevant passages: ";

const NOMIC = { queryPrefix: "search_query: ", documentPrefix: "search_document: ", dimensions: 768 };
const E5 = { queryPrefix: "query: ", documentPrefix: "passage: " };
const ENGLISH = { spansLanguages: false };
const MANY = { spansLanguages: true };

type KnownModel = readonly [name: RegExp, model: Partial<EmbeddingModel>];

/** The first that matches counts. Names as Ollama, llama.cpp, TEI and the model cards write them; cards of 2026-11-20. */
const KNOWN: readonly KnownModel[] = [
  // https://huggingface.co/BAAI/bge-base-en-v1.5: a query instruction, nothing before passages.
  [/bge-small-en/, { queryPrefix: RETRIEVAL_SENTENCE, dimensions: 384, ...ENGLISH }],
  [/bge-base-en/, { queryPrefix: RETRIEVAL_SENTENCE, dimensions: 768, ...ENGLISH }],
  [/bge-large-en/, { queryPrefix: RETRIEVAL_SENTENCE, dimensions: 1_024, ...ENGLISH }],
  // https://huggingface.co/BAAI/bge-m3: no instruction.
  [/bge-m3/, { dimensions: 1_024, ...MANY }],
  // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5; the second version, a mixture of experts, knows many languages.
  [/nomic-embed-text-v2/, { ...NOMIC, ...MANY }],
  [/nomic-embed-text/, { ...NOMIC, ...ENGLISH }],
  // https://huggingface.co/intfloat/multilingual-e5-base
  [/multilingual-e5-small/, { ...E5, dimensions: 384, ...MANY }],
  [/multilingual-e5-base/, { ...E5, dimensions: 768, ...MANY }],
  [/multilingual-e5-large(?!.*instruct)/, { ...E5, dimensions: 1_024, ...MANY }],
  // https://huggingface.co/intfloat/e5-base-v2; the instruct models want another form and are not known here.
  [/e5-small/, { ...E5, dimensions: 384 }],
  [/e5-base/, { ...E5, dimensions: 768 }],
  [/e5-large(?!.*instruct)/, { ...E5, dimensions: 1_024 }],
  // https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1
  [/mxbai-embed-large/, { queryPrefix: RETRIEVAL_SENTENCE, dimensions: 1_024, ...ENGLISH }],
  // https://ai.google.dev/gemma/docs/embeddinggemma/model_card
  [
    /embeddinggemma/,
    {
      queryPrefix: "task: search result | query: ",
      documentPrefix: "title: none | text: ",
      dimensions: 768,
      ...MANY,
    },
  ],
  // https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
  [/all-minilm/, { dimensions: 384, ...ENGLISH }],
  // https://platform.openai.com/docs/guides/embeddings
  [/text-embedding-3-small/, { dimensions: 1_536, canShorten: true, ...MANY }],
  [/text-embedding-3-large/, { dimensions: 3_072, canShorten: true, ...MANY }],
];

/** What is known of a model by its name; nothing before its texts when nothing is known. */
export function embeddingModel(name: string): EmbeddingModel {
  const lower = name.toLowerCase();
  return { ...PLAIN, ...KNOWN.find(([pattern]) => pattern.test(lower))?.[1] };
}
