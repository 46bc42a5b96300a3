import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";

/** A text, or a pair, as a model reads it. */
export interface Encoded {
  readonly ids: readonly number[];
  /** 0 for the first text, 1 for the second, where the model tells them apart. */
  readonly types: readonly number[];
}

export interface ModelTokenizer {
  /** The first text and the second framed as the model wants it; what is too long is cut from the end of the last text. */
  encode(text: string, pair?: string): Encoded;
  readonly padId: number;
  /** Tokens it knows. */
  readonly size: number;
}

/** All kinds of models here name the padding one of these. */
const PADDING = ["[PAD]", "<pad>"] as const;

/** Reads a `tokenizer.json`. Throws what reading and parsing one that is none throw. */
export function loadTokenizer(file: string, maxTokens: number): ModelTokenizer {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(file, "utf8")), {});
  return {
    encode(text, pair) {
      const { ids, token_type_ids } = tokenizer.encode(text, {
        text_pair: pair ?? null,
        return_token_type_ids: true,
      });
      return { ids: shortened(ids, maxTokens), types: shortened(token_type_ids, maxTokens) };
    },
    padId: PADDING.map((token) => tokenizer.token_to_id(token)).find((id) => id !== undefined) ?? 0,
    size: tokenizer.get_vocab(true).size,
  };
}

/** The last token ends the text, and stays. */
const shortened = (ids: readonly number[], most: number): readonly number[] =>
  ids.length <= most ? ids : [...ids.slice(0, most - 1), ...ids.slice(-1)];
