import { closeSync, fstatSync, openSync, readSync } from "node:fs";

// Walks a file in ONNX from field to field without reading the weights: an initializer's dimensions and name are a few
// bytes of it. Fields: https://github.com/onnx/onnx/blob/v1.17.0/onnx/onnx.proto

const GRAPH = 7;
const INITIALIZER = 5;
const DIMENSION = 1;
const NAME = 8;

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
/** A varint is ten bytes at most. */
const VARINT_BYTES = 10;

/** The table of the words, as the exports of BERT and XLM-R name it, quantised or not. */
const WORDS = /word_embeddings\.weight(?:_quantized)?$/;

interface Field {
  readonly number: number;
  readonly type: number;
  /** Where its content begins and ends; of a number both are where the next field begins. */
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

type Read = (from: number, length: number) => Uint8Array;

function varintAt(read: Read, at: number): { readonly value: number; readonly next: number } {
  const bytes = read(at, VARINT_BYTES);
  const end = bytes.findIndex((byte) => byte < 0x80);
  const used = bytes.subarray(0, end + 1);
  return { value: used.reduceRight((sum, byte) => sum * 128 + (byte & 0x7f), 0), next: at + used.length };
}

function* fieldsOf(read: Read, from: number, to: number): Generator<Field> {
  let at = from;
  while (at < to) {
    const key = varintAt(read, at);
    const [number, type] = [Math.floor(key.value / 8), key.value % 8];
    const first = type === VARINT || type === BYTES ? varintAt(read, key.next) : undefined;
    const start = first?.next ?? key.next;
    const fixed = type === FIXED64 ? 8 : 4;
    const end = first === undefined ? start + fixed : start + (type === BYTES ? first.value : 0);
    // No progress: not what this says it is.
    if (end <= at) return;
    yield { number, type, from: start, to: end, value: first?.value ?? 0 };
    at = end;
  }
}

/** Rows of the initializer when it is the table of the words. */
function rowsOfTable(read: Read, { from, to }: Field): number | undefined {
  let rows: number | undefined;
  let isWords = false;
  for (const { number, type, value, ...field } of fieldsOf(read, from, to)) {
    if (number === DIMENSION) rows ??= type === BYTES ? varintAt(read, field.from).value : value;
    if (number === NAME)
      isWords = WORDS.test(new TextDecoder().decode(read(field.from, field.to - field.from)));
  }
  return isWords ? rows : undefined;
}

/** How many tokens a model in ONNX has an embedding for; undefined where its table has an unusual name. */
export function tableRows(file: string): number | undefined {
  const handle = openSync(file, "r");
  try {
    const read: Read = (from, length) => {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, readSync(handle, bytes, 0, length, from));
    };
    for (const field of fieldsOf(read, 0, fstatSync(handle).size))
      if (field.number === GRAPH)
        for (const inner of fieldsOf(read, field.from, field.to)) {
          const rows = inner.number === INITIALIZER ? rowsOfTable(read, inner) : undefined;
          if (rows !== undefined) return rows;
        }
    return undefined;
  } finally {
    closeSync(handle);
  }
}
