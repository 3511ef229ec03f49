/** `npm run compatible -- --from REF`: whether what other programs rely on is still as a release described it. */
import { Command } from 'commander';
import { z } from 'zod';
import { compareVersions } from './compatible/compare.ts';
import { printed } from './compatible/print.ts';
import { commitOf, presentVersion, versionOf } from './compatible/versions.ts';
import { lastRelease } from './skew/last-release.ts';

const program = new Command('npm run compatible --')
  .description(
    'Compares the interface, its events, the public types of both clients and .local/stack.json with a release. A ' +
      'difference that breaks a program fails, unless a new item of the changelog has **Breaking and names it. ' +
      'Exit codes: 0 compatible, or nothing released; 1 breaking differences; 2 wrong arguments.',
  )
  .option('--from <ref>', 'the release: a tag, branch or commit; default: the last tag v* before this commit')
  .option('--all', 'list each difference that breaks nothing as well')
  .helpOption('-h, --help', 'show this')
  .allowExcessArguments(false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();
const { from, all } = z.object({ from: z.string().optional(), all: z.boolean().default(false) }).parse(program.opts());

const ref = from ?? lastRelease();
if (ref === null) {
  console.log(
    'There is no release before this one (no tag v*), so there is nothing to compare. Name a version with --from.',
  );
} else {
  const commit = (await commitOf(ref)) ?? program.error(`error: ${ref} is no tag, branch or commit`);
  console.log(`Compared with ${ref} (${commit.slice(0, 12)})`);
  const compared = await compareVersions(versionOf(commit), presentVersion);
  for (const one of compared) console.log(`\n${printed(one, all).join('\n')}`);
  const breaking = compared.reduce((sum, one) => sum + one.breaking.length, 0);
  console.log(`\n${breaking === 0 ? 'Compatible' : `${breaking} breaking differences that no changelog names`}`);
  process.exitCode = breaking === 0 ? 0 : 1;
}
