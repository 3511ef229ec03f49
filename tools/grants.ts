/** `npm run grants`: compares the functions' policies with the calls that the functions made. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { production, staging } from '../lib/stages.ts';
import { synthesise } from './harness/synthesised.ts';
import { isFault, judge } from './grants/judge.ts';
import { markdownOf, summaryOf, tableOf } from './grants/print.ts';
import { recordedUses } from './grants/recorded-uses.ts';
import { templateGrants } from './grants/template.ts';

const stages = { staging, production };

/** The suites of `npm test` and of `npm run proof`. */
const everySuite = ['--testMatch', '<rootDir>/test/**/*.{test,proof}.ts'];

const program = new Command('npm run grants --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Compares the grants of a stage with the calls that local stacks recorded. Lists used grants, refused calls and ' +
      'unused grants. Writes build/grants.md. The exit code is 1 when a call was refused, when a grant is ' +
      'unused and not explained, or when it is explained and used.',
  )
  .addOption(
    new Option('--stage <stage>', 'the stage whose template is read').choices(Object.keys(stages)).default('staging'),
  )
  .option('--record <folder>', 'the folder with the recorded calls (GRANTS_DIRECTORY)', 'build/grants')
  .option('--run', 'empty the folder and record the test suites first; with paths, only those suites')
  .option('--all', 'also show correct grants')
  .argument('[paths...]', 'for --run: paths of test suites')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run grants -- --run                    # after a whole run of the suites' +
      '\n  npm run grants -- --run test/stack --all   # after some of them' +
      '\n  GRANTS_DIRECTORY=build/grants npm run proof && npm run grants -- --stage production',
  )
  .parse();

const options = program.opts<{
  readonly stage: keyof typeof stages;
  readonly record: string;
  readonly run?: true;
  readonly all?: true;
}>();
const folder = path.resolve(options.record);

if (options.run) {
  rmSync(folder, { recursive: true, force: true });
  const env = { ...process.env, GRANTS_DIRECTORY: folder };
  const suites = spawnSync('npm', ['run', '-s', 'jest', '--', ...everySuite, ...program.args], {
    env,
    stdio: 'inherit',
  });
  if (suites.status !== 0) console.error('Suites failed. The report covers the calls of the suites that ran.');
}

const { Resources } = synthesise(stages[options.stage]);
const findings = judge(templateGrants(Resources), recordedUses(folder), new Set(Object.keys(Resources)));
const faults = findings.filter(isFault);
mkdirSync('build', { recursive: true });
writeFileSync('build/grants.md', markdownOf(`Grants of the stage ${options.stage}`, findings));
const shown = options.all ? findings : faults;
if (shown.length > 0) console.log(tableOf(shown));
console.log(`${summaryOf(findings)}; every row is in build/grants.md`);
process.exitCode = faults.length === 0 ? 0 : 1;
