/** `npm run stored`: today's code on the tables of released versions; with `--release`, makes the table of a version. */
import { existsSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { z } from 'zod';
import { checkTable } from './stored/check.ts';
import { cure } from './stored/cure.ts';
import { releaseTable } from './stored/release.ts';
import { folderOf, releasedVersions } from './stored/released-table.ts';

const wrongUse = 2;

const program = new Command('npm run stored --')
  .description(
    'Loads the table of each released version, exports it again, and asks every reading route: when it was made, later, and after ' +
      'its work is finished. Every answer must be that of the version.',
  )
  .option('--release [version]', 'makes the table and the answers of a version; default: that of package.json')
  .helpOption('-h, --help', 'show this')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUse))
  .parse();
const { release } = z.object({ release: z.union([z.string(), z.literal(true)]).optional() }).parse(program.opts());

const presentVersion = (): string => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
};

const makeRelease = async (version: string): Promise<void> => {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    program.error(`--release takes a version such as 1.2.0, not ${JSON.stringify(version)}`);
  }
  if (existsSync(folderOf(version))) {
    program.error(
      `${version} has a table, and a released table never changes: raise the version of package.json first`,
    );
  }
  console.log(`Written: ${await releaseTable(version)}`);
};

const checkAll = async (): Promise<boolean> => {
  let isSame = true;
  for (const version of releasedVersions()) {
    const { items, queries, problems } = await checkTable(version);
    isSame &&= problems.length === 0;
    console.log(`${version}: ${items} items, ${queries} queries at 3 times, ${problems.length} differences`);
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length > 0) console.log(cure);
  }
  return isSame;
};

if (release === undefined) process.exitCode = (await checkAll()) ? 0 : 1;
else await makeRelease(release === true ? presentVersion() : release);
