import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { defaultStateFile } from '../local/state-file.ts';
import { partnerKeyName, publishableKeyName } from './access.ts';
import { secretName } from './listen-secret.ts';
import { kinds } from './trigger.ts';

const callName = 'npm run listen --';

const Options = z.object({
  forwardTo: z.string().optional(),
  state: z.string(),
  partner: z.number(),
  api: z.string().optional(),
});
export type Options = z.infer<typeof Options>;

const partnerNumber = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a number from 1.');
  return Number(text);
};

export interface Actions {
  readonly listen: (options: Options) => Promise<void>;
  readonly trigger: (kind: string, options: Options) => Promise<void>;
}

const help = `
Kinds:
  ${kinds.join('\n  ')}

Environment:
  ${publishableKeyName}  with --api: the publishable key of the stage
  ${partnerKeyName}      with --api: a partner key with webhook.read, and webhook.write for trigger
  ${secretName}    signs what is forwarded, instead of the stored secret

Examples:
  ${callName} --forward-to http://localhost:3000/hooks
  ${callName} trigger service.partner.customer.updated --forward-to http://localhost:3000/hooks

The deliveries to the partner's own endpoint do not change. Guide: docs/partners/listening.md`;

export const createProgram = (actions: Actions): Command => {
  const program = new Command(callName)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .description('Forwards the events of a partner to a port of this machine, signed with a secret that it prints.')
    .usage('[options] [trigger <kind>]')
    .option('--forward-to <url>', 'where to send the events: https, or http on this machine')
    .option('--state <file>', 'the file that describes the running local stack', defaultStateFile)
    .option('--partner <number>', 'the partner of the local stack', partnerNumber, 1)
    .option('--api <url>', 'a stage instead of the local stack, by its output ApiUrl')
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .addHelpText('after', help);
  const optionsOf = (): Options => Options.parse(program.opts());
  program.action(() => actions.listen(optionsOf()));
  program
    .command('trigger')
    .description("sends a test event to the partner's endpoint, and to --forward-to as well")
    .argument('<kind>', 'the type of the event')
    .helpOption('-h, --help', 'show this')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', help)
    .action((kind: string) => actions.trigger(kind, optionsOf()));
  return program;
};
