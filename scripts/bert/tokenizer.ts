import type { BertShape } from "../../src/local-models/bert/weights.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,-";
const MARKS = {
  bert: {
    unknown: "[UNK]",
    start: "[CLS]",
    end: "[SEP]",
    first: ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"],
  },
  "xlm-roberta": {
    unknown: "<unk>",
    start: "<s>",
    end: "</s>",
    first: ["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
  },
} as const;

type Part = { readonly SpecialToken: object } | { readonly Sequence: object };

/**
 * A WordPiece tokenizer.json: marks, letters, letters within words, these words, and fillers up to the vocabulary's size.
 * Texts and pairs are framed as the kind frames them.
 */
export function wordPiece(
  { kind, vocabulary }: Pick<BertShape, "kind" | "vocabulary">,
  words: readonly string[] = [],
) {
  const { unknown, start, end, first } = MARKS[kind];
  const letters = [...LETTERS];
  const known = [...new Set([...first, ...letters, ...letters.map((letter) => `##${letter}`), ...words])];
  if (known.length > vocabulary) throw new Error(`${known.length} tokens do not fit in ${vocabulary}`);
  const fillers = Array.from({ length: vocabulary - known.length }, (_, at) => `[unused${at}]`);
  const vocab = Object.fromEntries([...known, ...fillers].map((token, id) => [token, id]));
  const mark = (id: string, type_id: number): Part => ({ SpecialToken: { id, type_id } });
  const sequence = (id: string, type_id: number): Part => ({ Sequence: { id, type_id } });
  const second = kind === "bert" ? 1 : 0;
  const between = kind === "bert" ? [mark(end, 0)] : [mark(end, 0), mark(end, 0)];
  const special = (id: string) => [id, { id, ids: [vocab[id]], tokens: [id] }] as const;
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: first.map((content, id) => ({
      ...{ id, content, special: true, normalized: false },
      ...{ single_word: false, lstrip: false, rstrip: false },
    })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [mark(start, 0), sequence("A", 0), mark(end, 0)],
      pair: [mark(start, 0), sequence("A", 0), ...between, sequence("B", second), mark(end, second)],
      special_tokens: Object.fromEntries([special(start), special(end)]),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: unknown,
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}
