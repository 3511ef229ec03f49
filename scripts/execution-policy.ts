/** `npm run -s execution-policy -- --stage NAME`: prints what CloudFormation may do for a stage. See docs/operations/deploying.md. */
import { Command, Option } from 'commander';
import { z } from 'zod';
import { production, staging } from '../lib/stages.ts';
import { complain, print } from '../packages/terminal/src/output.ts';
import { boundaryOf, executionPolicyOf } from './execution-policy/policies.ts';

const program = new Command('npm run -s execution-policy --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Prints the policy of the role with which CloudFormation deploys a stage, for the bootstrap of its account.',
  )
  .addOption(new Option('--stage <stage>', 'the stage').choices([staging.name, production.name]).makeOptionMandatory())
  .option('--boundary', 'print the permissions boundary of the roles of the stage in its place', false)
  .helpOption('-h, --help', 'show this')
  .parse();

const options = z.object({ stage: z.string(), boundary: z.boolean() }).parse(program.opts());
try {
  const stage = options.stage === staging.name ? staging : production;
  const policy = options.boundary ? boundaryOf(stage) : executionPolicyOf(stage);
  print(`${JSON.stringify(policy)}\n`);
} catch (error) {
  complain(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
