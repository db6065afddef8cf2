// Many tasks at once, and their results one after the other: in the order of the items, each as soon as it can be.

export interface Stages<Item, Result> {
  /** The next item, null when there is none left; a promise where it is still to come. Called when there is room, and never twice at once. */
  next(): Item | null | Promise<Item | null>;
  /** About how many bytes an item and its result take. */
  weigh(item: Item): number;
  /** How many of the items that are worked on only wait at the moment. */
  resting(): number;
  work(item: Item): Result | Promise<Result>;
  /** Takes the results that are ready, in order; never called twice at once. False ends the run: what is under way is forgotten. */
  deliver(results: readonly Result[]): Promise<boolean>;
}

export interface Bounds {
  /** Most items that are worked on at once. */
  readonly concurrency: number;
  /** The same with those that only wait. */
  readonly most: number;
  /** Most bytes of items that are taken in and not delivered yet. A single item may be heavier. */
  readonly weight: number;
}

interface Slot<Result> {
  readonly weight: number;
  result: { readonly value: Result } | null;
}

/** Resolves when every item is delivered or `deliver` ends the run. Rejects at once with what any of the stages throws. */
export function inOrder<Item, Result>(stages: Stages<Item, Result>, bounds: Bounds): Promise<void> {
  return new Promise((resolve, reject) => {
    /** Items that are taken in and not delivered yet, the oldest first. */
    const line: Slot<Result>[] = [];
    let working = 0;
    let weight = 0;
    let reading = false;
    let delivering = false;
    let exhausted = false;
    let over = false;

    const end = (settle: () => void): void => {
      over = true;
      settle();
    };
    const fail = (thrown: unknown): void => end(() => reject(thrown));
    const start = (stage: () => Promise<void>): void => {
      stage().catch(fail);
    };
    const endIfDone = (): void => {
      if (exhausted && line.length === 0 && !delivering) end(resolve);
    };
    const hasRoom = (): boolean =>
      working < bounds.most && working - stages.resting() < bounds.concurrency && weight < bounds.weight;

    /** Takes in what there is room for. */
    function read(): void {
      if (!reading && !exhausted && hasRoom()) start(readOn);
    }

    async function readOn(): Promise<void> {
      reading = true;
      while (!over && hasRoom()) {
        const next = stages.next();
        const item = next instanceof Promise ? await next : next;
        if (over) return;
        if (item === null) {
          exhausted = true;
          break;
        }
        work(item);
      }
      reading = false;
      endIfDone();
    }

    function work(item: Item): void {
      const slot: Slot<Result> = { weight: stages.weigh(item), result: null };
      line.push(slot);
      weight += slot.weight;
      working += 1;
      const settle = (value: Result): void => {
        slot.result = { value };
        working -= 1;
        read();
        if (!delivering && line[0]?.result !== null) start(deliver);
      };
      const result = stages.work(item);
      if (result instanceof Promise) result.then(settle, fail);
      else settle(result);
    }

    async function deliver(): Promise<void> {
      delivering = true;
      // What came in together goes out together, and only after new work is under way.
      await new Promise(setImmediate);
      for (let ready = takeReady(line); ready.results.length > 0 && !over; ready = takeReady(line)) {
        const goOn = await stages.deliver(ready.results);
        if (!goOn) return end(resolve);
        weight -= ready.weight;
        read();
      }
      delivering = false;
      endIfDone();
    }

    read();
  });
}

interface Ready<Result> {
  readonly results: readonly Result[];
  readonly weight: number;
}

/** Takes the items off the line that are done and wait for none before them. */
function takeReady<Result>(line: Slot<Result>[]): Ready<Result> {
  const results: Result[] = [];
  let weight = 0;
  for (let first = line[0]; first?.result; first = line[0]) {
    results.push(first.result.value);
    weight += first.weight;
    line.shift();
  }
  return { results, weight };
}
