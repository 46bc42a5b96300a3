import {
  type BertLayer,
  type BertShape,
  type BertWeights,
  type Dense,
  FIRST_POSITION,
  type Norm,
} from "../../src/local-models/bert/weights.ts";

// A BERT's forward pass of one text, written out: https://arxiv.org/abs/1810.04805, https://arxiv.org/abs/1706.03762

type Rows = readonly Float64Array[];

function apply(rows: Rows, { weight, bias }: Dense): Rows {
  const outputs = bias.length;
  return rows.map((row) =>
    Float64Array.from(bias, (start, column) =>
      row.reduce((sum, value, at) => sum + value * (weight[at * outputs + column] ?? 0), start),
    ),
  );
}

const add = (a: Rows, b: Rows): Rows => a.map((row, at) => row.map((value, i) => value + (b[at]?.[i] ?? 0)));

const normalise = (rows: Rows, { gain, bias }: Norm): Rows =>
  rows.map((row) => {
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return row.map((value, at) => ((value - mean) / Math.sqrt(variance)) * (gain[at] ?? 0) + (bias[at] ?? 0));
  });

/** The error function by its series, to the precision of a double for what occurs here. */
function erf(x: number): number {
  if (Math.abs(x) > 5) return Math.sign(x);
  let term = x;
  let sum = x;
  for (let n = 1; n < 200; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

const gelu = (rows: Rows): Rows =>
  rows.map((row) => row.map((value) => (value / 2) * (1 + erf(value / Math.SQRT2))));

function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}

function attend(rows: Rows, layer: BertLayer, heads: number): Rows {
  const [queries, keys, values] = [layer.query, layer.key, layer.value].map((dense) => apply(rows, dense));
  const width = (rows[0]?.length ?? 0) / heads;
  const mixed = rows.map((row, at) => {
    const result = new Float64Array(row.length);
    for (let head = 0; head < heads; head++) {
      const part = (of: Rows | undefined, place: number) =>
        of?.[place]?.subarray(head * width, (head + 1) * width) ?? new Float64Array();
      const query = part(queries, at);
      const shares = softmax(
        rows.map(
          (_, other) =>
            part(keys, other).reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0) / Math.sqrt(width),
        ),
      );
      shares.forEach((share, other) => {
        part(values, other).forEach((value, i) => {
          result[head * width + i] = (result[head * width + i] ?? 0) + share * value;
        });
      });
    }
    return result;
  });
  return apply(mixed, layer.output);
}

const rowOf = (table: Float32Array, hidden: number, at: number): Float64Array =>
  Float64Array.from(table.subarray(at * hidden, (at + 1) * hidden));

/** Of an embedder the first token's vector at unit length, of a cross-encoder the logit's probability. */
export function forward(
  { hidden, heads, kind }: BertShape,
  weights: BertWeights,
  { ids, types }: { readonly ids: readonly number[]; readonly types: readonly number[] },
): readonly number[] {
  const embedded = ids.map((id, at) => {
    const word = rowOf(weights.words, hidden, id);
    const place = rowOf(weights.positions, hidden, at + FIRST_POSITION[kind]);
    const type = rowOf(weights.types, hidden, kind === "bert" ? (types[at] ?? 0) : 0);
    return word.map((value, i) => value + (place[i] ?? 0) + (type[i] ?? 0));
  });
  let rows = normalise(embedded, weights.norm);
  for (const layer of weights.layers) {
    const seen = normalise(add(attend(rows, layer, heads), rows), layer.attentionNorm);
    rows = normalise(add(apply(gelu(apply(seen, layer.up)), layer.down), seen), layer.outputNorm);
  }
  const first = rows.slice(0, 1);
  if (weights.head === undefined) {
    const vector = [...(first[0] ?? [])];
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }
  const bent = apply(first, weights.head.dense).map((row) => row.map(Math.tanh));
  const [[logit = 0] = []] = apply(bent, weights.head.out);
  return [1 / (1 + Math.exp(-logit))];
}
