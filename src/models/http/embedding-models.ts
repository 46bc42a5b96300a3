/** What a known embedding model wants and gives; settings override each of it. */
interface EmbeddingModel {
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** Undefined: not known by this name. */
  readonly dimensions: number | undefined;
  /** Shorter vectors than its own can be asked for. */
  readonly canShorten: boolean;
}

const PLAIN: EmbeddingModel = {
  queryPrefix: "",
  documentPrefix: "",
  dimensions: undefined,
  canShorten: false,
};
const RETRIEVAL_SENTENCE = "Represent this sentence for searching relevant passages: ";

type KnownModel = readonly [name: RegExp, model: Partial<EmbeddingModel>];

/** The first that matches counts. Names as Ollama, llama.cpp, TEI and the model cards write them; cards of 2026-11-20. */
const KNOWN: readonly KnownModel[] = [
  // https://huggingface.co/BAAI/bge-base-en-v1.5: a query instruction, nothing before passages.
  [/bge-small-en/, { queryPrefix: RETRIEVAL_SENTENCE, dimensions: 384 }],
  [/bge-base-en/, { queryPrefix: RETRIEVAL_SENTENCE, dimensions: 768 }],
  [/bge-large-en/, { queryPrefix: RETRIEVAL_SENTENCE, dimensions: 1_024 }],
  // https://huggingface.co/BAAI/bge-m3: no instruction.
  [/bge-m3/, { dimensions: 1_024 }],
  // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5
  [
    /nomic-embed-text/,
    { queryPrefix: "search_query: ", documentPrefix: "search_document: ", dimensions: 768 },
  ],
  // https://huggingface.co/intfloat/e5-base-v2; the instruct models want another form and are not known here.
  [/e5-small/, { queryPrefix: "query: ", documentPrefix: "passage: ", dimensions: 384 }],
  [/e5-base/, { queryPrefix: "query: ", documentPrefix: "passage: ", dimensions: 768 }],
  [/e5-large(?!.*instruct)/, { queryPrefix: "query: ", documentPrefix: "passage: ", dimensions: 1_024 }],
  // https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1
  [/mxbai-embed-large/, { queryPrefix: RETRIEVAL_SENTENCE, dimensions: 1_024 }],
  // https://ai.google.dev/gemma/docs/embeddinggemma/model_card
  [
    /embeddinggemma/,
    { queryPrefix: "task: search result | query: ", documentPrefix: "title: none | text: ", dimensions: 768 },
  ],
  // https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
  [/all-minilm/, { dimensions: 384 }],
  // https://platform.openai.com/docs/guides/embeddings
  [/text-embedding-3-small/, { dimensions: 1_536, canShorten: true }],
  [/text-embedding-3-large/, { dimensions: 3_072, canShorten: true }],
];

/** What is known of a model by its name; nothing before its texts when nothing is known. */
export function embeddingModel(name: string): EmbeddingModel {
  const lower = name.toLowerCase();
  return { ...PLAIN, ...KNOWN.find(([pattern]) => pattern.test(lower))?.[1] };
}
