// Every generated file of the package, and the README with its generated tables. `npm run generate` writes them, and a test compares them with what is committed.
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { manPage } from './man.ts';
import { readme } from './readme.ts';
import { commandTree } from './tree.ts';
import { zshCompletion } from './zsh.ts';

/** Path from the package's root → text. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const tree = await commandTree();
  return new Map([
    ['completions/system1.bash', bashCompletion(tree)],
    ['completions/_system1', zshCompletion(tree)],
    ['completions/system1.fish', fishCompletion(tree)],
    ['completions/system1.1', manPage(tree)],
    ['README.md', readme()],
  ]);
}
