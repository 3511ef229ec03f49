/** `npm run proof`: the tests that take minutes. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';

const program = new Command('npm run proof --')
  .description(
    'Runs the tests that take minutes, all or by section. Of random histories, seeds and places of a crash it tries a tenth. ' +
      'PROOF_ENDS_AT (Unix time in seconds) limits the run: suites that would not end by then are named at the end.',
  )
  .argument('[sections...]', 'folders or files of test/, such as crash or delivery/stack; default: all')
  .option('--whole', 'try every history, seed and place of a crash')
  .helpOption('-h, --help', 'show this')
  .parse();
const { whole } = z.object({ whole: z.boolean().optional() }).parse(program.opts());

const root = path.join(import.meta.dirname, '..');
const jest = path.join(path.dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js');
const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const { status } = spawnSync(
  process.execPath,
  [...node, jest, '--config', path.join(root, 'jest.proof.config.mjs'), ...program.args],
  { stdio: 'inherit', env: { ...process.env, ...(whole === true && { PROOF_WHOLE: '1' }) } },
);
process.exitCode = status ?? 1;
