// Writes GGUF files, the model format of llama.cpp: metadata, then 32-bit float tensors.
// Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (version 3, little endian).

/** A metadata value in its encoded form. */
export interface Value {
  readonly type: number;
  readonly bytes: Buffer;
}

export interface Tensor {
  readonly name: string;
  /** Rows first; GGUF stores the dimensions the other way round. */
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

export const u32 = (value: number): Value => ({ type: 4, bytes: number32((bytes) => bytes.writeUInt32LE(value)) });
export const i32 = (value: number): Value => ({ type: 5, bytes: number32((bytes) => bytes.writeInt32LE(value)) });
export const f32 = (value: number): Value => ({ type: 6, bytes: number32((bytes) => bytes.writeFloatLE(value)) });
export const bool = (value: boolean): Value => ({ type: 7, bytes: Buffer.from([value ? 1 : 0]) });
export const text = (value: string): Value => ({ type: 8, bytes: textBytes(value) });

/** The items are all of one type, and there is at least one. */
export const array = (items: readonly Value[]): Value => ({
  type: 9,
  bytes: Buffer.concat([u32(items[0]?.type ?? 0).bytes, u64Bytes(items.length), ...items.map(({ bytes }) => bytes)]),
});

/** The bytes of a whole file. */
export function gguf(metadata: Readonly<Record<string, Value>>, tensors: readonly Tensor[]): Buffer {
  const entries = Object.entries(metadata);
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3).bytes,
    u64Bytes(tensors.length),
    u64Bytes(entries.length),
    ...entries.flatMap(([key, { type, bytes }]) => [textBytes(key), u32(type).bytes, bytes]),
    ...tensorInfos(tensors),
  ]);
  const blocks = tensors.map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  return Buffer.concat([header, ...blocks].map(padded));
}

function tensorInfos(tensors: readonly Tensor[]): Buffer[] {
  const float32 = 0;
  let offset = 0;
  return tensors.map(({ name, shape, data }) => {
    const dimensions = shape.toReversed().map(u64Bytes);
    const at = offset;
    offset = aligned(at + data.byteLength);
    return Buffer.concat([textBytes(name), u32(shape.length).bytes, ...dimensions, u32(float32).bytes, u64Bytes(at)]);
  });
}

const alignment = 32;
const aligned = (length: number): number => Math.ceil(length / alignment) * alignment;
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes], aligned(bytes.length));

function number32(write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(4);
  write(bytes);
  return bytes;
}

function u64Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function textBytes(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([u64Bytes(bytes.length), bytes]);
}
