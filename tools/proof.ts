/** `npm run proof`: the tests that take minutes. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { z } from 'zod';

const program = new Command('npm run proof --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Runs the tests that take minutes, all or by section. Of random histories, seeds, looks and places of a crash it tries some. ' +
      'PROOF_ENDS_AT (Unix time in seconds) limits the run: suites that would not end by then are named at the end.',
  )
  .argument('[sections...]', 'folders or files of test/, such as crash or delivery/stack; default: all')
  .option('--whole', 'try every history, seed and place of a crash')
  .helpOption('-h, --help', 'show this')
  .parse();
const { whole } = z.object({ whole: z.boolean().optional() }).parse(program.opts());

const { status } = spawnSync('npm', ['run', '-s', 'jest', '--', '--config', 'jest.proof.config.mjs', ...program.args], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, ...(whole === true && { PROOF_WHOLE: '1' }) },
});
process.exitCode = status ?? 1;
