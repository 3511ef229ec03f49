/** `npm run -s template-diff -- BASE HEAD`: how the stages of two assemblies differ, for the summary of a pull request. Needs no account. */
import { Command } from 'commander';
import { complainOf, print } from '../packages/terminal/src/output.ts';
import { compareAssemblies } from './template-diff/compare-assemblies.ts';

const [base = '', head = ''] = new Command('npm run -s template-diff --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Compares each stack of two folders that `cdk synth --output` wrote, and prints the differences as Markdown.',
  )
  .argument('<base>', 'the folder before the change')
  .argument('<head>', 'the folder after the change')
  .helpOption('-h, --help', 'show this')
  .parse().args;

try {
  print(await compareAssemblies(base, head));
} catch (error) {
  complainOf(error);
  process.exitCode = 1;
}
