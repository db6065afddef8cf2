import { describe, expect, it } from 'vitest';
import { buildCollector, joinedBuild } from '../../../src/calibration/rows/builds.ts';
import type { Build } from '../../../src/providers/types.ts';

const collected = (...builds: readonly Build[]): readonly Build[] => {
  const collector = buildCollector();
  for (const build of builds) collector.add(build);
  return collector.finish();
};

describe('the builds that answered', () => {
  it.each<[what: string, told: readonly Build[], different: readonly Build[], joined: Build | null]>([
    ['none', [], [], null],
    ['one', [{ digest: 'a' }, { digest: 'a' }], [{ digest: 'a' }], { digest: 'a' }],
    [
      'two, in the order in which they came',
      [{ digest: 'b' }, { digest: 'a' }, { digest: 'b' }],
      [{ digest: 'b' }, { digest: 'a' }],
      { digest: 'b, a' },
    ],
    [
      'two revisions of one repo',
      [
        { repo: 'r', revision: '1' },
        { repo: 'r', revision: '2' },
      ],
      [
        { repo: 'r', revision: '1' },
        { repo: 'r', revision: '2' },
      ],
      { repo: 'r', revision: '1, 2' },
    ],
    [
      'one that tells more',
      [{ repo: 'r' }, { repo: 'r', revision: '1' }],
      [{ repo: 'r' }, { repo: 'r', revision: '1' }],
      { repo: 'r', revision: '1' },
    ],
  ])('%s', (_, told, different, joined) => {
    expect(collected(...told)).toEqual(different);
    expect(joinedBuild(different)).toEqual(joined);
  });
});
