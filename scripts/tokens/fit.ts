import {
  beginningCount,
  beginnings,
  gramCount,
  grams,
  hashPiece,
  SLOTS,
  slotOf,
} from "../../src/text/tokens/features.ts";
import { endOfPiece } from "../../src/text/tokens/pieces.ts";
import { MOST_WEIGHT, PER_TOKEN } from "../../src/text/tokens/token-weights.ts";
import { randomOf } from "./random.ts";
import type { Sample } from "./samples.ts";

/** A text and what the tokenizer counts of it. */
export interface Counted {
  readonly text: string;
  readonly tokens: number;
}

export interface TextRounds {
  readonly rounds: number;
  /** Of the first round; each further one is `fall` times as slow. */
  readonly rate: number;
  readonly fall: number;
  /** Pieces learned again for each text, that none is forgotten. */
  readonly pieces: number;
}

/** Frequent pieces weigh more, but not as much as they are frequent: rare ones are what unseen texts bring. */
const FREQUENCY_POWER = 0.65;
const HEAVIEST = 20;
/** A piece of one token is to be so far on the safe side, tokens: the noise of shared slots makes it two no more. */
const MARGIN = 0.4;
const MOST_ERROR = 6;
const EPOCHS = 4;
const FIRST_RATE = 0.3;
const LAST_RATE = 0.024;
const START_SQUARES = 0.05;
/** A feature of fewer pieces, or a piece seen more seldom, teaches itself nothing: what it finds in its slot is what an unseen one finds. */
const LEAST_SUPPORT = 4;
const LEAST_SEEN = 2;
const ASLEEP = 0x80000000;

const MOST_TEXT_ERROR = 0.3;
const PIECES_RATE = 0.05;

/** How many pieces have a feature, up to 255. */
function supports(samples: readonly Sample[]): Uint8Array {
  const counts = new Uint8Array(1 << 24);
  for (const { piece } of samples)
    for (const hash of hashesOf(piece)) {
      const place = hash >>> 8;
      counts[place] = Math.min(255, (counts[place] ?? 0) + 1);
    }
  return counts;
}

const hashes = new Int32Array(grams.length + beginnings.length);

/** Hashes of a piece: its letters, then its beginnings. Overwritten by the next call. */
function hashesOf(text: string, from = 0, to = text.length): Int32Array {
  hashPiece(text, from, to);
  const letters = gramCount(to - from);
  const all = letters + beginningCount(to - from);
  hashes.set(grams.subarray(0, letters));
  hashes.set(beginnings.subarray(0, all - letters), letters);
  return hashes.subarray(0, all);
}

/** What is read is rounded as it will be written, from the last epoch on. */
export class Fit {
  /** Weights in tokens, as they are read. */
  readonly read = new Float32Array(SLOTS);
  private readonly weights = new Float32Array(SLOTS);
  private readonly squares = new Float32Array(SLOTS).fill(START_SQUARES);
  private isRounded = false;
  private readonly support: Uint8Array;
  private readonly slots: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly shares: Float32Array;
  private readonly order: Uint32Array;
  private readonly samples: readonly Sample[];
  private readonly random = randomOf(12_345);

  constructor(samples: readonly Sample[]) {
    this.samples = samples;
    this.support = supports(samples);
    this.starts = new Uint32Array(samples.length + 1);
    for (const [at, { piece }] of samples.entries())
      this.starts[at + 1] = (this.starts[at] ?? 0) + gramCount(piece.length) + beginningCount(piece.length);
    this.slots = new Uint32Array(this.starts[samples.length] ?? 0);
    for (const [at, sample] of samples.entries()) this.place(sample, this.starts[at] ?? 0);
    const shares = samples.map(({ count }) => count ** FREQUENCY_POWER);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    this.shares = Float32Array.from(shares, (share) => Math.min(HEAVIEST, share / mean));
    this.order = Uint32Array.from(samples.keys());
    for (let at = this.order.length - 1; at > 0; at--) {
      const other = Math.floor(this.random() * (at + 1));
      const here = this.order[at] ?? 0;
      this.order[at] = this.order[other] ?? 0;
      this.order[other] = here;
    }
  }

  private place({ piece, count }: Sample, start: number): void {
    const all = hashesOf(piece);
    const letters = gramCount(piece.length);
    for (let at = 0; at < all.length; at++) {
      const hash = all[at] ?? 0;
      const isOwn = at >= letters && count >= LEAST_SEEN;
      this.slots[start + at] = (isOwn || this.isSupported(hash) ? 0 : ASLEEP) + slotOf(hash);
    }
  }

  private readonly isSupported = (hash: number): boolean => (this.support[hash >>> 8] ?? 0) >= LEAST_SUPPORT;

  private change(slot: number, by: number): void {
    const weight = (this.weights[slot] ?? 0) - by;
    this.weights[slot] = weight;
    this.read[slot] = this.isRounded ? rounded(weight) : weight;
  }

  /** A step of AdaGrad down the squared error of one piece. Answers that error. */
  private learn(at: number, rate: number): number {
    const start = this.starts[at] ?? 0;
    const end = this.starts[at + 1] ?? 0;
    let sum = 0;
    for (let of = start; of < end; of++) sum += this.read[(this.slots[of] ?? 0) & ~ASLEEP] ?? 0;
    const further = (this.samples[at]?.tokens ?? 1) - 1;
    const share = this.shares[at] ?? 0;
    const wrong = further > 0 ? sum - further : Math.max(0, sum + MARGIN);
    if (wrong !== 0) {
      const gradient = Math.max(-MOST_ERROR, Math.min(MOST_ERROR, wrong)) * share;
      for (let of = start; of < end; of++) {
        const slot = this.slots[of] ?? 0;
        if (slot >= ASLEEP) continue;
        const squares = (this.squares[slot] ?? 0) + gradient * gradient;
        this.squares[slot] = squares;
        this.change(slot, (rate * gradient) / Math.sqrt(squares * (end - start)));
      }
    }
    return share * (Math.max(0, sum) - further) ** 2;
  }

  /** Learns the pieces one by one. */
  learnPieces(report: (line: string) => void): void {
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      if (epoch === EPOCHS - 1) this.round();
      const rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (epoch / (EPOCHS - 1));
      let error = 0;
      for (const at of this.order) error += this.learn(at, rate);
      report(`epoch ${epoch}: ${Math.sqrt(error / this.order.length).toFixed(4)}`);
    }
  }

  private round(): void {
    this.isRounded = true;
    for (let slot = 0; slot < SLOTS; slot++) this.change(slot, 0);
  }

  /** Learns texts as wholes: what is too much or too little in all of a language's words. */
  learnTexts(texts: readonly Counted[], how: TextRounds, report: (line: string) => void): void {
    for (let slot = 0; slot < SLOTS; slot++) this.squares[slot] = Math.max(1, this.squares[slot] ?? 0);
    for (let round = 0; round < how.rounds; round++) {
      const slower = how.fall ** round;
      let near = 0;
      for (let at = 0; at < texts.length; at++) {
        const text = texts[(at * 7_919 + round) % texts.length];
        if (text !== undefined && Math.abs(this.learnText(text, how.rate / slower)) <= 0.1) near++;
        for (let piece = 0; piece < how.pieces; piece++)
          this.learn(this.order[Math.floor(this.random() * this.order.length)] ?? 0, PIECES_RATE / slower);
      }
      report(`round ${round}: ${((100 * near) / texts.length).toFixed(2)} % within a tenth`);
    }
  }

  /** Tokens of a text, as `likelyTokens` counts them with these weights. `note` gets the slots of the letters of each piece of several tokens. */
  count(text: string, note?: (slots: readonly number[]) => void): number {
    let tokens = 0;
    for (let from = 0, to = 0; from < text.length; from = to) {
      to = endOfPiece(text, from);
      const all = hashesOf(text, from, to);
      let sum = 0;
      for (const hash of all) sum += this.read[slotOf(hash)] ?? 0;
      tokens += 1 + Math.max(0, sum);
      if (sum > 0) note?.(Array.from(all.subarray(0, gramCount(to - from)).filter(this.isSupported), slotOf));
    }
    return tokens;
  }

  /** Answers by what share the text was counted too high. */
  private learnText({ text, tokens }: Counted, rate: number): number {
    const counted: (readonly number[])[] = [];
    const estimate = this.count(text, (slots) => {
      counted.push(slots);
    });
    const error = estimate / tokens - 1;
    const step = rate * Math.max(-MOST_TEXT_ERROR, Math.min(MOST_TEXT_ERROR, error));
    for (const slots of counted) for (const slot of slots) this.change(slot, step / Math.sqrt(slots.length));
    return error;
  }
}

const rounded = (weight: number): number =>
  Math.max(-MOST_WEIGHT, Math.min(MOST_WEIGHT, Math.round(weight * PER_TOKEN))) / PER_TOKEN;
