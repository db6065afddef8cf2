/**
 * Takes an item out of a short list. A Set would do it in one step, but one that is filled and emptied for hours keeps alive
 * what it once held: V8 replaces its table now and then, and each dead table still holds its entries and leads to the next one.
 */
export function drop<T>(list: T[], item: T): void {
  const place = list.indexOf(item);
  if (place !== -1) list.splice(place, 1);
}
