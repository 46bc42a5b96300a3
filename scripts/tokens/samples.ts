import ranks from "gpt-tokenizer/bpeRanks/o200k_base";
import { countTokens, setMergeCacheSize } from "gpt-tokenizer/encoding/o200k_base";
import { endOfPiece } from "../../src/text/tokens/pieces.ts";
import { randomOf } from "./random.ts";
import type { WordList } from "./texts.ts";

/** What a text says of a model's own signs is text. */
export const PLAIN = { disallowedSpecial: new Set<string>() };

// Each piece is asked for once: what a cache of them keeps is never asked for again.
setMergeCacheSize(0);

/** A piece, how often it stands in the texts, and its tokens. */
export interface Sample {
  readonly piece: string;
  readonly count: number;
  readonly tokens: number;
}

/** A list of words counts as so many words of text; that much of them with a capital. */
const LIST_WORDS = 300_000;
const CAPITALISED = 0.08;
/** Of lists of languages without spaces: runs, and the most words in one. */
const RUNS = 40_000;
const RUN_WORDS = 12;
/** How often each token of the vocabulary that is a piece counts as seen. */
const VOCABULARY = 2;
/** Rarer pieces teach nothing that others do not. */
const LEAST = 1;
const CODES = 6_000;
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HEX = "0123456789abcdef";

export class Pieces {
  private readonly counts = new Map<string, number>();

  add(text: string, times = 1): void {
    for (let from = 0, to = 0; from < text.length; from = to) {
      to = endOfPiece(text, from);
      const piece = text.slice(from, to);
      this.counts.set(piece, (this.counts.get(piece) ?? 0) + times);
    }
  }

  addWords({ words, isJoined }: WordList): void {
    if (isJoined) this.addRuns(words);
    else
      for (const [word, share] of words) {
        this.add(` ${word}`, share * LIST_WORDS);
        const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
        if (capitalised !== word) this.add(` ${capitalised}`, share * LIST_WORDS * CAPITALISED);
      }
  }

  private addRuns(words: WordList["words"]): void {
    const random = randomOf(words.length);
    let sum = 0;
    const ends = words.map(([, share]) => (sum += share));
    const word = (): string => {
      const at = random() * sum;
      let [low, high] = [0, ends.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle] ?? 0) < at) low = middle + 1;
        else high = middle;
      }
      return words[low]?.[0] ?? "";
    };
    for (let run = 0; run < RUNS; run++)
      this.add(Array.from({ length: 1 + Math.floor(random() * RUN_WORDS) }, word).join(""));
  }

  /** Encodings, identifiers and dates, which few texts are full of. */
  addCodes(): void {
    const random = randomOf(CODES);
    const of = (signs: string, length: number) =>
      Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join("");
    for (let code = 0; code < CODES; code++) {
      this.add(
        `${of(BASE64, 60)}\n${of(HEX, 40)} ${of(HEX, 8)}-${of(HEX, 4)}-${of(HEX, 4)}-${of(HEX, 12)}\n`,
      );
      this.add(
        `202${of(HEX.slice(0, 10), 1)}-1${of("012", 1)}-${of("12", 2)}T${of(HEX.slice(0, 10), 2)}:30,\n`,
      );
    }
  }

  addVocabulary(): void {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    for (const token of ranks) {
      const text = typeof token === "string" ? token : decoded(decoder, token);
      if (text !== undefined && endOfPiece(text, 0) === text.length) this.add(text, VOCABULARY);
    }
  }

  samples(): readonly Sample[] {
    return [...this.counts]
      .filter(([, count]) => count >= LEAST)
      .map(([piece, count]) => ({ piece, count, tokens: countTokens(piece, PLAIN) }));
  }
}

/** A token may be a part of a character. */
function decoded(decoder: TextDecoder, bytes: readonly number[]): string | undefined {
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
