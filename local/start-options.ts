import { calls } from './calls.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { launches } from '../lambdas/domain/sign-up.ts';
import { defaultStateFile } from './state-file.ts';

const highestPort = 65_500;

const Options = z.object({
  port: z.number(),
  ephemeral: z.boolean().default(false),
  fresh: z.boolean().default(false),
  fastRetries: z.boolean().default(false),
  signUp: z.enum(launches),
  state: z.string(),
});
export type StartOptions = z.infer<typeof Options>;

const parsePort = (text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > highestPort) throw new InvalidArgumentError(`It has to be 0..${highestPort}.`);
  return port;
};

/** Ends the process for `--help` and for unknown options. */
export const parseStartOptions = (argv: readonly string[]): StartOptions =>
  Options.parse(
    new Command(`${calls.start} --`)
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
      .description('Runs the whole service on this machine until Ctrl-C.')
      .addOption(
        new Option('--port <n>', 'API and console; the other ports follow (0: any free ones)')
          .default(4510)
          .argParser(parsePort),
      )
      .option('--ephemeral', 'keep nothing on disk; otherwise the data outlives a restart, in .local/')
      .option('--fresh', 'forget the data first')
      .option('--fast-retries', 'divide webhook gaps, and what waits with them, by 1,000')
      .addOption(
        new Option('--sign-up <launch>', 'how the hosted page launches the sign-up')
          .choices(launches)
          .default('dialog'),
      )
      .option('--state <file>', 'where to write what runs where', defaultStateFile)
      .allowExcessArguments(false)
      .parse(argv)
      .opts(),
  );
