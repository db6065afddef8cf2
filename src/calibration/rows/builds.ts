// The builds of a model that answered a file of rows: one as a rule, more when the engine was updated between two runs.
import type { Build } from '../../providers/types.ts';

/** Collects different builds, in the order in which they first came. */
export function buildCollector(): { add(build: Build): void; finish(): readonly Build[] } {
  const builds = new Map<string, Build>();
  return {
    add: (build) => builds.set(JSON.stringify(build), build),
    finish: () => [...builds.values()],
  };
}

/** Several builds as one record that hides none of them: the different values of a member stand side by side. */
export function joinedBuild(builds: readonly Build[]): Build | null {
  if (builds.length === 0) return null;
  const told = new Map<string, Set<string>>();
  for (const [member, value] of builds.flatMap((build) => Object.entries(build))) {
    told.set(member, (told.get(member) ?? new Set()).add(value));
  }
  return Object.fromEntries([...told].map(([member, values]) => [member, [...values].join(', ')]));
}
