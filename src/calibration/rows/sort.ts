// Sorting a million numbers: dealt into buckets by size first, since sorting many short arrays is far quicker than a long one.

const bucketCount = 4096;

/** The values in ascending order, in a new array. Each must be at least 0 and below `limit`. */
export function sorted(values: Float64Array, limit: number): Float64Array {
  const scale = bucketCount / limit;
  const ends = new Uint32Array(bucketCount);
  for (let i = 0; i < values.length; i++) ends[Math.floor(values[i]! * scale)]! += 1;
  for (let bucket = 1; bucket < bucketCount; bucket++) ends[bucket]! += ends[bucket - 1]!;
  const result = new Float64Array(values.length);
  const starts = ends.slice();
  for (let i = 0; i < values.length; i++) {
    const bucket = Math.floor(values[i]! * scale);
    starts[bucket]! -= 1;
    result[starts[bucket]!] = values[i]!;
  }
  for (let bucket = 0; bucket < bucketCount; bucket++) result.subarray(starts[bucket], ends[bucket]).sort();
  return result;
}
