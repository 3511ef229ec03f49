/**
 * `npm run synth|diff|deploy|destroy|bootstrap -- --stage NAME`: the only way to deploy a stage. See
 * docs/operations/deploying.md.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { Argument, Command, Option } from 'commander';
import { z } from 'zod';
import { production, staging } from '../lib/stages.ts';
import { complain } from '../packages/terminal/src/output.ts';
import { runCommand, stageCommands } from './stage/run-command.ts';
import { stackStands } from './stage/stack-stands.ts';

const root = path.join(import.meta.dirname, '..');
const regions = { staging: staging.region, production: production.region } as const;
const names = ['staging', 'production'] as const;

/** The CDK runs the app with the first `node` on the path, which must be this one. */
const environment = {
  ...process.env,
  PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
};

/** Runs a program on the terminal. @returns its exit code */
const run = (program: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: environment });
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });

const program = new Command('npm run <command> --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Runs a command of the CDK for one stage. Arguments after the stage are passed to the CDK.')
  .addArgument(new Argument('<command>', 'the command').choices(stageCommands))
  .addOption(new Option('--stage <stage>', 'the stage').choices(names).makeOptionMandatory())
  .option('--despite-alarm <reason>', 'for deploy: an alarm does not stop it; CloudTrail records the reason')
  .option('--assembly <folder>', 'for deploy: what `npm run synth` wrote with --output, in place of the working tree')
  .argument('[cdk-options...]', 'options of the CDK, such as --require-approval never')
  .helpOption('-h, --help', 'show this')
  .allowUnknownOption()
  .parse();

const [command, ...more] = z.tuple([z.enum(stageCommands)], z.string()).parse(program.args);
const {
  stage,
  despiteAlarm = null,
  assembly = null,
} = z
  .object({ stage: z.enum(names), despiteAlarm: z.string().optional(), assembly: z.string().optional() })
  .parse(program.opts());

process.exitCode = await runCommand(
  {
    npmRun: (script, args) => run('npm', ['run', '-s', script, '--', ...args]),
    cdk: (args) => run(process.execPath, [path.join(root, 'node_modules/aws-cdk/bin/cdk'), ...args]),
    stands: () => stackStands(new CloudFormationClient({ region: regions[stage] }), `swift-worker-${stage}`),
    say: (line) => {
      complain(`${line}\n`);
    },
  },
  command,
  stage,
  more,
  { despiteAlarm, assembly },
);
