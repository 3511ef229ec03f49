import { calls } from './calls.ts';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readStageTables } from '../lib/stage-tables.ts';
import { quoted } from './shell-quote.ts';

const Partner = z.object({
  partner_id: z.string(),
  name: z.string(),
  /** With every scope. */
  api_key: z.string(),
  /** With every scope that reads. */
  read_only_api_key: z.string(),
  webhook_secret: z.string(),
  receiver_url: z.string(),
  verify_token: z.string(),
  members: z.array(z.object({ email: z.string(), role: z.string(), jwt: z.string() })),
});
export type DescribedPartner = z.infer<typeof Partner>;

/** The description of a running local stack for other programs: docs/local-stack.md, docs/local-stack.schema.json. */
export const Description = z.object({
  stage: z.literal('local'),
  base_url: z.string(),
  api_url: z.string(),
  console_url: z.string(),
  portal_url: z.string(),
  apikey: z.string(),
  partners: z.array(Partner),
  receiver: z.object({ inbox_url: z.string(), control_url: z.string() }),
  platform: z.object({
    graph_url: z.string(),
    control_url: z.string(),
    app_secret: z.string(),
    callback_url: z.string(),
    /** The token that the platform sends when it verifies `callback_url`. */
    verify_token: z.string(),
  }),
  dynamodb: z.object({ endpoint: z.string(), region: z.string(), table: z.string() }),
  sqs: z.object({ endpoint: z.string(), queues: z.record(z.string(), z.string()) }),
  ca_file: z.string(),
  /** Every AWS service, including Lambda. */
  aws: z.object({ endpoint: z.string(), region: z.string(), access_key_id: z.string(), secret_access_key: z.string() }),
  /** Where other tables are deployed: local/deployment.ts. */
  deploy_url: z.string(),
  /** What is deployed. */
  tables: z.unknown().transform(readStageTables),
  /** The outputs of the stage's stack. */
  outputs: z.record(z.string(), z.string()),
  control_url: z.string(),
});
export type StackDescription = z.infer<typeof Description>;

export const defaultStateFile = '.local/stack.json';

/** With which the commands of the project find the stack of a file. */
export const stateOption = (stateFile: string): string =>
  stateFile === defaultStateFile ? '' : ` --state ${quoted(stateFile)}`;

/** Only the owner can read the file, because it holds keys. */
export const writeStateFile = (file: string, description: StackDescription): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(description, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
};

export const removeStateFile = (file: string): void => {
  rmSync(file, { force: true });
};

/** @throws Error with a message for people when no stack is described there */
export const readStateFile = (file: string): StackDescription => {
  try {
    return Description.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`No local stack is running: ${file} can't be read. Start one with ${calls.start}.`, {
      cause: error,
    });
  }
};
