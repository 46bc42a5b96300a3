import { FLOAT, type GraphBuilder, graphBuilder, INT64 } from "./onnx.ts";
import type { Message } from "./protobuf.ts";
import {
  type BertLayer,
  type BertShape,
  type BertWeights,
  type Dense,
  FIRST_POSITION,
  type Norm,
} from "./weights.ts";

/** ReduceMean takes its axes as an attribute here, as in the published exports. */
const OPSET = 14;
const EPSILON = 1e-12;
/** What a masked place is given before softmax. */
const MASKED = -10_000;
const INT8_MOST = 127;
/**
 * Of weights that are multiplied: x86 without VNNI adds two products into 16 bits, which overflow beyond it
 * (https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html, "reduce range").
 */
const FACTOR_MOST = 63;

interface Writing {
  readonly graph: GraphBuilder;
  readonly shape: BertShape;
  /** Weights as int8, what flows through as uint8 by its own range, as ONNX Runtime's `quantize_dynamic` makes it. */
  readonly isQuantised: boolean;
}

/** Names of what flows through a layer. */
interface Flow {
  readonly input: string;
  readonly mask: string;
}

/** Multiplication with a weight; `quantise` is asked once for all that multiply the same input. */
type Multiply = (name: string, dense: Dense, outputs: number) => string;

function largest(values: Float32Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

function quantised(values: Float32Array, scale: number): Int8Array {
  const whole = new Int8Array(values.length);
  for (let at = 0; at < values.length; at++) whole[at] = Math.round((values[at] ?? 0) / scale);
  return whole;
}

function multiplier({ graph, isQuantised }: Writing, input: string, inputs: number): Multiply {
  if (!isQuantised)
    return (name, { weight, bias }, outputs) =>
      graph.node("Add", [
        graph.node("MatMul", [input, graph.tensor(`${name}.weight`, weight, [inputs, outputs])]),
        graph.tensor(`${name}.bias`, bias, [outputs]),
      ]);
  const [whole, scale, zero] = [graph.name("quantised"), graph.name("scale"), graph.name("zero")];
  graph.nodeWith("DynamicQuantizeLinear", [input], [whole, scale, zero]);
  return (name, { weight, bias }, outputs) => {
    const width = largest(weight) / FACTOR_MOST;
    const matrix = graph.tensor(`${name}.weight_quantized`, quantised(weight, width), [inputs, outputs]);
    const noShift = graph.tensor(`${name}.weight_zero_point`, Int8Array.of(0), []);
    const product = graph.node("MatMulInteger", [whole, matrix, zero, noShift]);
    const both = graph.node("Mul", [scale, graph.tensor(`${name}.weight_scale`, Float32Array.of(width), [])]);
    const real = graph.node("Mul", [graph.node("Cast", [product], { to: FLOAT }), both]);
    return graph.node("Add", [real, graph.tensor(`${name}.bias`, bias, [outputs])]);
  };
}

/** Rows of a table. */
function rowsOf(writing: Writing, name: string, values: Float32Array, ids: string): string {
  const { graph, shape, isQuantised } = writing;
  const size = [values.length / shape.hidden, shape.hidden];
  if (!isQuantised) return graph.node("Gather", [graph.tensor(`${name}.weight`, values, size), ids]);
  const width = largest(values) / INT8_MOST;
  const table = graph.tensor(`${name}.weight_quantized`, quantised(values, width), size);
  return graph.node("DequantizeLinear", [
    graph.node("Gather", [table, ids]),
    graph.tensor(`${name}.weight_scale`, Float32Array.of(width), []),
    graph.tensor(`${name}.weight_zero_point`, Int8Array.of(0), []),
  ]);
}

function normalised({ graph, shape }: Writing, name: string, input: string, { gain, bias }: Norm): string {
  const mean = (of: string) => graph.node("ReduceMean", [of], { axes: [-1], keepdims: 1 });
  const centred = graph.node("Sub", [input, mean(input)]);
  const variance = mean(graph.node("Pow", [centred, graph.scalar(2)]));
  const deviation = graph.node("Sqrt", [graph.node("Add", [variance, graph.scalar(EPSILON)])]);
  const unit = graph.node("Div", [centred, deviation]);
  const scaled = graph.node("Mul", [unit, graph.tensor(`${name}.weight`, gain, [shape.hidden])]);
  return graph.node("Add", [scaled, graph.tensor(`${name}.bias`, bias, [shape.hidden])]);
}

/** GELU by the error function. https://arxiv.org/abs/1606.08415 */
function gelu({ graph }: Writing, input: string): string {
  const erf = graph.node("Erf", [graph.node("Div", [input, graph.scalar(Math.SQRT2)])]);
  const grown = graph.node("Mul", [input, graph.node("Add", [erf, graph.scalar(1)])]);
  return graph.node("Mul", [grown, graph.scalar(0.5)]);
}

function attention(writing: Writing, name: string, layer: BertLayer, given: Flow): string {
  const { graph, shape } = writing;
  const { hidden, heads } = shape;
  const width = hidden / heads;
  const multiply = multiplier(writing, given.input, hidden);
  const split = (part: "query" | "key" | "value", perm: readonly number[]): string => {
    const rows = multiply(`${name}.self.${part}`, layer[part], hidden);
    const cut = graph.node("Reshape", [rows, graph.ints(0, 0, heads, width)]);
    return graph.node("Transpose", [cut], { perm });
  };
  const products = graph.node("MatMul", [split("query", [0, 2, 1, 3]), split("key", [0, 2, 3, 1])]);
  const scores = graph.node("Div", [products, graph.scalar(Math.sqrt(width))]);
  const shares = graph.node("Softmax", [graph.node("Add", [scores, given.mask])], { axis: -1 });
  const mixed = graph.node("MatMul", [shares, split("value", [0, 2, 1, 3])]);
  const joined = graph.node("Reshape", [
    graph.node("Transpose", [mixed], { perm: [0, 2, 1, 3] }),
    graph.ints(0, 0, hidden),
  ]);
  const out = multiplier(writing, joined, hidden)(`${name}.output.dense`, layer.output, hidden);
  return normalised(
    writing,
    `${name}.output.LayerNorm`,
    graph.node("Add", [out, given.input]),
    layer.attentionNorm,
  );
}

function layerOf(writing: Writing, name: string, layer: BertLayer, given: Flow): string {
  const { graph, shape } = writing;
  const { hidden, intermediate } = shape;
  const seen = attention(writing, `${name}.attention`, layer, given);
  const up = multiplier(writing, seen, hidden)(`${name}.intermediate.dense`, layer.up, intermediate);
  const bent = gelu(writing, up);
  const down = multiplier(writing, bent, intermediate)(`${name}.output.dense`, layer.down, hidden);
  return normalised(writing, `${name}.output.LayerNorm`, graph.node("Add", [down, seen]), layer.outputNorm);
}

/** Numbers of the places: of BERT 0, 1, 2; of XLM-R from 2 on, and 1 at padding. */
function positionIds({ graph, shape }: Writing): string {
  const counted = graph.node("CumSum", ["attention_mask", graph.int(1)]);
  if (shape.kind === "bert") return graph.node("Sub", [counted, graph.int(1)]);
  const masked = graph.node("Mul", [counted, "attention_mask"]);
  return graph.node("Add", [masked, graph.int(FIRST_POSITION[shape.kind] - 1)]);
}

function embeddings(writing: Writing, weights: BertWeights): string {
  const { graph, shape } = writing;
  const types = shape.kind === "bert" ? "token_type_ids" : graph.node("Sub", ["input_ids", "input_ids"]);
  const words = rowsOf(writing, "embeddings.word_embeddings", weights.words, "input_ids");
  const kinds = rowsOf(writing, "embeddings.token_type_embeddings", weights.types, types);
  const places = rowsOf(writing, "embeddings.position_embeddings", weights.positions, positionIds(writing));
  const sum = graph.node("Add", [graph.node("Add", [words, kinds]), places]);
  return normalised(writing, "embeddings.LayerNorm", sum, weights.norm);
}

/** The mask as what is added before softmax: 0 or very little, for every head and place. */
function addedMask({ graph }: Writing): string {
  const open = graph.node("Unsqueeze", ["attention_mask", graph.ints(1, 2)]);
  const real = graph.node("Cast", [open], { to: FLOAT });
  return graph.node("Mul", [graph.node("Sub", [graph.scalar(1), real]), graph.scalar(MASKED)]);
}

function logits(writing: Writing, hidden: string, { dense, out }: NonNullable<BertWeights["head"]>): string {
  const { graph, shape } = writing;
  const first = graph.node("Gather", [hidden, graph.int(0)], { axis: 1 });
  const bent = graph.node("Tanh", [
    multiplier(writing, first, shape.hidden)("classifier.dense", dense, shape.hidden),
  ]);
  return multiplier(writing, bent, shape.hidden)("classifier.out_proj", out, 1);
}

/** A BERT as a file in ONNX, its parts in order: inputs and outputs named as the published exports name them. */
export function bertModel(shape: BertShape, weights: BertWeights, { isQuantised = false } = {}): Message {
  const writing: Writing = { graph: graphBuilder(), shape, isQuantised };
  const { graph } = writing;
  const mask = addedMask(writing);
  const start = embeddings(writing, weights);
  const end = weights.layers.reduce(
    (input, layer, at) => layerOf(writing, `encoder.layer.${at}`, layer, { input, mask }),
    start,
  );
  const result = weights.head === undefined ? end : logits(writing, end, weights.head);
  const output = weights.head === undefined ? "last_hidden_state" : "logits";
  graph.nodeWith("Identity", [result], [output]);
  const names = ["input_ids", "attention_mask", ...(shape.kind === "bert" ? ["token_type_ids"] : [])];
  const inputs = names.map((name) => ({ name, type: INT64, shape: ["batch_size", "sequence_length"] }));
  const outputs = [
    {
      name: output,
      type: FLOAT,
      shape: weights.head === undefined ? ["batch_size", "sequence_length", shape.hidden] : ["batch_size", 1],
    },
  ];
  return graph.model(inputs, outputs, OPSET);
}
