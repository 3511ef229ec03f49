import { Command } from 'commander';
import { apiUrlName, partnerKeyName, publishableKeyName } from './access.ts';
import { version } from './version.ts';

export interface Options {
  /** The address of the stage; without it, the environment has it. */
  readonly api?: string;
  /** Offers commands as well. */
  readonly commands?: true;
  /** Shows the links of connect sessions. */
  readonly connectLinks?: true;
}

const help = `
Environment:
  ${apiUrlName}          the address of the stage, if --api is left out
  ${publishableKeyName}  the publishable key of the stage
  ${partnerKeyName}      a partner key; its scopes bound what the tools can do

Example:
  swift-worker-mcp --api https://api.example/functions/v1/swift-worker

The server speaks the Model Context Protocol over standard input and output. An agent's program starts it.`;

export const createProgram = (serve: (options: Options) => void): Command =>
  new Command('swift-worker-mcp')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .description(
      'Gives an agent the routes of a partner as tools. By default these are the queries, which change nothing. ' +
        'No tool takes or shows a secret, unless --connect-links says so.',
    )
    .option('--api <url>', 'the address of the stage')
    .option('--commands', 'offer commands too, which change customers, lines, members and settings')
    .option('--connect-links', 'show the links of connect sessions: whoever has one connects a line for its customer')
    .version(version)
    .helpOption('-h, --help', 'show this')
    .addHelpText('after', help)
    .action((options: Options) => {
      serve(options);
    });
