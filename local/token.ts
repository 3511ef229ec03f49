import { calls } from './calls.ts';
import { Command } from 'commander';
import { z } from 'zod';
import { complain, print } from '../packages/terminal/src/output.ts';
import { defaultStateFile, readStateFile } from './state-file.ts';

const Answer = z.union([z.object({ token: z.string() }), z.object({ error: z.string() })]);

const command = new Command(calls.token)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Prints a new ID token of a member of the running local stack. It is valid for a day.')
  .argument('<email>', 'the e-mail address of the member')
  .option('--state <file>', 'the file that describes the running local stack', defaultStateFile)
  .action(async (email: string, { state }: { state: string }) => {
    const description = readStateFile(state);
    const response = await fetch(`${description.control_url}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    const answer = Answer.parse(await response.json());
    if ('error' in answer) throw new Error(answer.error);
    print(`${answer.token}\n`);
  });

try {
  await command.parseAsync();
} catch (error) {
  complain(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
