import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { testCallbacks } from '../lambdas/domain/webhook/test-callback.ts';
import { partnerKeyName, publishableKeyName } from './access.ts';
import { secretName } from './listen-secret.ts';
import { apiUrlName, type Place } from './place.ts';
import { callbackKinds, type PlatformCallback } from './platform-callback.ts';
import { kindOf, kinds, type Kind } from './trigger.ts';

const Options = z.object({
  forwardTo: z.string().optional(),
  printJson: z.boolean().default(false),
  /** Null: all. */
  events: z.array(z.enum(kinds)).nullable().default(null),
  state: z.string().optional(),
  partner: z.number(),
  api: z.string().optional(),
  line: z.string().optional(),
  callbackKind: z.enum(testCallbacks).optional(),
});
export type Options = z.infer<typeof Options>;

const partnerNumber = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a number from 1.');
  return Number(text);
};

const kindsIn = (text: string): readonly string[] =>
  text.split(',').map((word) => {
    const kind = z.enum(kinds).safeParse(word.trim());
    if (!kind.success) throw new InvalidArgumentError(`There is no kind ${word.trim()}. --help lists the kinds.`);
    return kind.data;
  });

export interface Actions {
  readonly listen: (options: Options) => Promise<void>;
  readonly trigger: (kind: Kind | PlatformCallback, options: Options) => Promise<void>;
}

const help = ({ callName, state, guide }: Place): string => `
Kinds:
  ${kinds.join('\n  ')}

Callbacks of the simulated platform, for trigger:
  ${callbackKinds.join('\n  ')}        such as platform.messages.status_read; a wrong one lists all

Environment:
${state === null ? `  ${apiUrlName}          the service, instead of --api\n` : ''}  ${publishableKeyName}  with --api: the publishable key of the stage
  ${partnerKeyName}      with --api: a partner key with webhook.read, and webhook.write for trigger
  ${secretName}    signs what is forwarded, instead of the stored secret

Examples:
  ${callName} --forward-to http://localhost:3000/hooks
  ${callName} --events service.partner.customer.updated --print-json
  ${callName} trigger platform.message.text
  ${callName} trigger service.partner.customer.updated --forward-to http://localhost:3000/hooks

The deliveries to the partner's own endpoint do not change. Guide: ${guide}`;

export const createProgram = (place: Place, actions: Actions): Command => {
  const program = new Command(place.callName)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .description('Forwards the events of a partner to a port of this machine, signed with a secret that it prints.')
    .usage('[options] [trigger <kind>]')
    .option('--forward-to <url>', 'where to send the events: https, or http on this machine')
    .option('--print-json', 'print the body of each event on a line; other lines go to the standard error')
    .option('--events <kinds>', 'the kinds of events, with commas between them; default: all', kindsIn)
    .option('--state <file>', 'the file that describes the running local stack', place.state ?? undefined)
    .option('--partner <number>', 'the partner of the local stack', partnerNumber, 1)
    .option('--line <id>', "with trigger platform.…: the line's phone number id; default: the first connected one")
    .addOption(
      new Option('--callback-kind <kind>', 'with trigger service.platform.callback').choices([...testCallbacks]),
    )
    .option('--api <url>', 'the address of a stage, by its output ApiUrl')
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .addHelpText('after', help(place));
  const optionsOf = (): Options => Options.parse(program.opts());
  program.action(() => actions.listen(optionsOf()));
  program
    .command('trigger')
    .description("sends a test event to the partner's endpoint, and to --forward-to as well; or plays a callback")
    .argument('<kind>', 'the type of the event, or of a callback of the simulated platform')
    .helpOption('-h, --help', 'show this')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', help(place))
    .action((kind: string) => actions.trigger(kindOf(kind), optionsOf()));
  return program;
};
