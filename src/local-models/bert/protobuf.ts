// As much of the protobuf wire format as a model in ONNX needs. https://protobuf.dev/programming-guides/encoding/

const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;
const MORE = 0x80;

/** A message: its fields one after the other. */
export type Message = readonly Uint8Array[];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest >= MORE) {
    bytes.push(Number(rest & 0x7fn) | MORE);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return bytes;
}

const key = (field: number, type: number): number[] => varint(field * 8 + type);

export const int = (field: number, value: number): Message => [
  Uint8Array.from([...key(field, VARINT), ...varint(value)]),
];

export const float = (field: number, value: number): Message => [
  Uint8Array.from(key(field, FIXED32)),
  new Uint8Array(Float32Array.of(value).buffer),
];

export const bytes = (field: number, content: Uint8Array): Message => [
  Uint8Array.from([...key(field, BYTES), ...varint(content.length)]),
  content,
];

export const text = (field: number, content: string): Message =>
  bytes(field, new TextEncoder().encode(content));

/** A message within a message. The parts are kept as they are: weights are large. */
export function message(field: number, ...fields: readonly Message[]): Message {
  const parts = fields.flat();
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.from([...key(field, BYTES), ...varint(length)]), ...parts];
}
