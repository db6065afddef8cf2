// Which bucket a question falls into by its number of options. On its own, since every decision may need it.

export const bucketNames = ['2', '3-5', '6-10', '11+'] as const;
export type BucketName = (typeof bucketNames)[number];

export function bucketOf(options: number): BucketName {
  if (options <= 2) return '2';
  if (options <= 5) return '3-5';
  return options <= 10 ? '6-10' : '11+';
}
