import { bytes, float, int, type Message, message, text } from "./protobuf.ts";

// Numbers of fields and types: https://github.com/onnx/onnx/blob/v1.17.0/onnx/onnx.proto

export const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
export const INT64 = 7;

const TYPE_OF = [
  [Float32Array, FLOAT],
  [Uint8Array, UINT8],
  [Int8Array, INT8],
  [BigInt64Array, INT64],
] as const;

type Values = Float32Array | Uint8Array | Int8Array | BigInt64Array;

/** An attribute: a whole number, a list of them, or `{ float }`. */
export type Attribute = number | readonly number[] | { readonly float: number };

const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

function attribute(name: string, value: Attribute): Message {
  if (typeof value === "number") return message(5, text(1, name), int(3, value), int(20, ATTRIBUTE_INT));
  if ("float" in value) return message(5, text(1, name), float(2, value.float), int(20, ATTRIBUTE_FLOAT));
  return message(5, text(1, name), ...value.map((one) => int(8, one)), int(20, ATTRIBUTE_INTS));
}

/** What an input or output is: names stand for lengths that are known at the call only. */
export interface TensorType {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly (string | number)[];
}

const typeOf = (field: number, { name, type, shape }: TensorType): Message =>
  message(
    field,
    text(1, name),
    message(
      2,
      message(
        1,
        int(1, type),
        message(
          2,
          ...shape.map((size) => message(1, typeof size === "string" ? text(2, size) : int(1, size))),
        ),
      ),
    ),
  );

/** Collects nodes and constants in order; every step answers the name of what it makes. */
export function graphBuilder() {
  const nodes: Message[] = [];
  const constants: Message[] = [];
  let count = 0;
  const tensor = (name: string, values: Values, shape: readonly number[]): string => {
    const [, type] = TYPE_OF.find(([kind]) => values instanceof kind) ?? TYPE_OF[0];
    const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    constants.push(
      message(5, ...shape.map((size) => int(1, size)), int(2, type), text(8, name), bytes(9, raw)),
    );
    return name;
  };
  const nodeWith = (
    op: string,
    inputs: readonly string[],
    outputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): void => {
    const given = Object.entries(attributes).map(([name, value]) => attribute(name, value));
    nodes.push(
      message(
        1,
        ...inputs.map((input) => text(1, input)),
        ...outputs.map((output) => text(2, output)),
        text(4, op),
        ...given,
      ),
    );
  };
  const node = (
    op: string,
    inputs: readonly string[],
    attributes?: Readonly<Record<string, Attribute>>,
  ): string => {
    const output = `${op}_${++count}`;
    nodeWith(op, inputs, [output], attributes);
    return output;
  };
  return {
    tensor,
    node,
    nodeWith,
    name: (what: string): string => `${what}_${++count}`,
    scalar: (value: number): string => tensor(`scalar_${++count}`, Float32Array.of(value), []),
    ints: (...values: readonly number[]): string =>
      tensor(`ints_${++count}`, BigInt64Array.from(values, BigInt), [values.length]),
    int: (value: number): string => tensor(`int_${++count}`, BigInt64Array.of(BigInt(value)), []),
    /** The model as a file's parts, in order. */
    model: (inputs: readonly TensorType[], outputs: readonly TensorType[], opset: number): Message => [
      ...int(1, 8),
      ...text(2, "edge-recall"),
      ...message(
        7,
        ...nodes,
        text(2, "bert"),
        ...constants,
        ...inputs.map((input) => typeOf(11, input)),
        ...outputs.map((output) => typeOf(12, output)),
      ),
      ...message(8, text(1, ""), int(2, opset)),
    ],
  };
}

export type GraphBuilder = ReturnType<typeof graphBuilder>;
