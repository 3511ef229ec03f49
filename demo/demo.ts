import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { createClient } from '../packages/client/src/client.ts';
import { ConnectionLost } from '../packages/client/src/refusal.ts';
import { complain, complainOf, print } from '../packages/terminal/src/output.ts';
import { openClient } from './access.ts';
import { runDemo, type Demo } from './run.ts';
import { createScreen } from './screen.ts';

const program = new Command('npm run demo --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    "Plays a partner's backend: imports customers from a CSV file, changes some and shows the answers of the service.",
  )
  .option('--state <file>', 'the file that describes the running stack', '.local/stack.json')
  .option('--statuses <number>', 'how many message statuses to report', '5000')
  .helpOption('-h, --help', 'show this')
  .addHelpText(
    'after',
    '\nStart the stack first, with npm start. The demo may be run again: no command is carried out twice.',
  );

const description = z.object({
  api_url: z.string(),
  apikey: z.string(),
  partners: z
    .array(
      z.object({
        name: z.string(),
        api_key: z.string(),
        webhook_secret: z.string(),
        members: z.array(z.object({ email: z.string() })).min(1),
      }),
    )
    .min(1),
  control_url: z.string(),
  receiver: z.object({ inbox_url: z.string() }),
  platform: z.object({ control_url: z.string() }),
});

const issued = z.object({ token: z.string() });

/** A new token of a member, as a portal gets it at sign-in. */
const tokenOf = async (controlUrl: string, email: string): Promise<string> => {
  const response = await fetch(`${controlUrl}/token`, { method: 'POST', body: JSON.stringify({ email }) });
  return issued.parse(await response.json()).token;
};

/** The first partner of the running stack. */
const readStack = (stateFile: string): Pick<Demo, 'access' | 'surroundings' | 'member'> | undefined => {
  try {
    const {
      partners,
      receiver,
      platform,
      control_url: controlUrl,
      ...where
    } = description.parse(JSON.parse(readFileSync(stateFile, 'utf8')));
    const [partner] = partners;
    if (partner === undefined) return undefined;
    const { webhook_secret: webhookSecret, members, ...caller } = partner;
    const email = members[0]?.email ?? '';
    return {
      access: { ...where, ...caller },
      member: createClient({ apiUrl: where.api_url, apikey: where.apikey, token: () => tokenOf(controlUrl, email) }),
      surroundings: { platformControlUrl: platform.control_url, inboxUrl: receiver.inbox_url, webhookSecret },
    };
  } catch {
    return undefined;
  }
};

const main = async (): Promise<number> => {
  const options = z.object({ state: z.string(), statuses: z.coerce.number().int().min(1) });
  const { state, statuses } = options.parse(program.parse().opts());
  const stack = readStack(state);
  if (stack === undefined) {
    complain(`There is no description of a running stack in ${state}. Start one with npm start.\n`);
    return 1;
  }
  const { access } = stack;
  const client = openClient(access, wait);
  const screen = createScreen(print, process.stderr.isTTY);
  try {
    const csv = path.join(import.meta.dirname, 'customers.csv');
    return (await runDemo({ ...stack, client, csv, statuses, screen, wait })) ? 0 : 1;
  } catch (error) {
    if (error instanceof ConnectionLost) {
      complain(`The service does not answer at ${access.api_url}. Start it with npm start.\n`);
    } else complainOf(error);
    return 1;
  }
};

process.exitCode = await main();
