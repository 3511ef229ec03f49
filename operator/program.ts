import { Command, Option, type CommanderError } from 'commander';
import { defaultStateFile } from '../local/state-file.ts';
import { callName, type Area, type CommandDescription, type CommandInput } from './description.ts';
import { Failure } from './failure.ts';
import { stages } from './stage.ts';

/** Carries a command out. */
export type Carry = (description: CommandDescription, input: CommandInput) => Promise<void>;

export interface Output {
  readonly out: (text: string) => void;
  readonly styled: boolean;
  readonly columns: number;
}

const fieldName = (name: string): string =>
  name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const inputOf = (command: Command): CommandInput => {
  const values: readonly unknown[] = command.processedArgs;
  const named = command.registeredArguments.map(
    (argument, index) => [fieldName(argument.name()), values[index]] as const,
  );
  const options = Object.entries(command.opts<Record<string, unknown>>()).map(
    ([name, value]) => [fieldName(name), value] as const,
  );
  return Object.fromEntries([...named, ...options].filter(([, value]) => value !== undefined));
};

const examplesOf = (examples: CommandDescription['examples']): string => {
  const lines = examples.map(([line, purpose]) => `  # ${purpose}\n  ${callName} ${line}`);
  return `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}`;
};

const wordsOf = (command: Command): string =>
  command.parent === null ? '' : `${wordsOf(command.parent)} ${command.name()}`.trim();

/** Turns commander's errors into failures. */
const refuseUsage =
  (command: Command) =>
  (error: CommanderError): never => {
    if (error.exitCode === 0) throw error;
    const help = [callName, wordsOf(command), '--help'].filter((part) => part !== '').join(' ');
    const message =
      error.code === 'commander.help'
        ? `a command is missing: one of ${command.commands.map((known) => known.name()).join(', ')}`
        : error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    throw new Failure('usage', 'usage', message, { next: help, cause: error });
  };

const addCommand = (group: Command, description: CommandDescription, carry: Carry): void => {
  const word = description.name.split(' ').at(-1) ?? '';
  const command = group.command(word).description(description.summary);
  command.exitOverride(refuseUsage(command)).helpOption('-h, --help', 'show this');
  for (const argument of description.arguments ?? []) command.addArgument(argument);
  for (const option of description.options ?? []) command.addOption(option);
  if (description.long !== null) command.addOption(new Option('--no-wait', 'do not wait until the work has ended'));
  command.addHelpText('after', examplesOf(description.examples));
  command.action(() => carry(description, inputOf(command)));
};

const addArea = (program: Command, area: Area, carry: Carry): void => {
  const [only] = area.commands;
  if (only?.name === area.name) {
    addCommand(program, only, carry);
    return;
  }
  const verbs = area.commands.map(({ name }) => name.split(' ').slice(1).join(' ')).join(', ');
  const group = program.command(area.name).summary(`${area.summary}: ${verbs}`).description(area.summary);
  group.exitOverride(refuseUsage(group)).helpCommand(false).helpOption('-h, --help', 'show this');
  for (const description of area.commands) addCommand(group, description, carry);
};

const rootHelp = `
Exit codes:
  0  done
  1  the service refused the command
  2  the arguments or the file that they name are wrong, or a command that can't be undone was not confirmed
  3  the service could not be reached, or failed

Examples:
  ${callName} status
  ${callName} doctor PARTNER-ID
  ${callName} partners create "Acme Ltd"
  ${callName} keys issue PARTNER-ID --scopes all
  ${callName} partners list --json
  ${callName} keys issue --help`;

/** The program with all its commands. Parsing it throws a Failure `usage`, or a CommanderError when help was shown. */
export const createProgram = (areas: readonly Area[], output: Output, carry: Carry): Command => {
  const program = new Command('operator')
    .description(
      "The operator's commands of swift-worker: what is wrong, and partners with their keys, members, events, customers and instances.",
    )
    .usage('<command> [options]')
    .addOption(new Option('--stage <stage>', 'the stage').choices(stages).default('local'))
    .addOption(
      new Option('--state <file>', 'the file that describes the running local stack').default(defaultStateFile),
    )
    .option('--json', 'print one JSON document, also for errors')
    .option('--yes', "do not ask before a command that can't be undone")
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: output.out,
      // The caller prints errors, since it knows whether to print JSON.
      writeErr: () => undefined,
      getOutHasColors: () => output.styled,
      getOutHelpWidth: () => output.columns,
    });
  program.exitOverride(refuseUsage(program));
  for (const area of areas) addArea(program, area, carry);
  return program.addHelpText('after', rootHelp);
};
