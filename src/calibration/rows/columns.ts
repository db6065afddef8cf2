// Numbers of rows whose count is not known before the file ends: typed arrays that grow by doubling.

type Numbers = Float64Array | Uint32Array | Uint16Array;

export interface Column<T extends Numbers> {
  push(value: number): void;
  /** What has been pushed so far. A view: it goes stale with the next push. */
  values(): T;
}

/** An empty column; `make` says of which kind. */
export function column<T extends Numbers>(make: (length: number) => T): Column<T> {
  let store = make(1024);
  let length = 0;
  return {
    push(value) {
      if (length === store.length) {
        const larger = make(2 * length);
        larger.set(store);
        store = larger;
      }
      store[length] = value;
      length += 1;
    },
    values: () => store.subarray(0, length) as T,
  };
}

export const float64 = (length: number): Float64Array => new Float64Array(length);
export const uint32 = (length: number): Uint32Array => new Uint32Array(length);
export const uint16 = (length: number): Uint16Array => new Uint16Array(length);
