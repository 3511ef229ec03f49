import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { operate } from '../first-day/operator-steps.ts';
import type { OutsideScene } from './outside-scene.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

/** What the operator does besides letting partners in. */
export const operatorsWork = async ({ bare, partner: { partnerId } }: OutsideScene): Promise<void> => {
  const run = (line: string): Promise<string> => operate(line, bare.stateFile);
  await run(`members add ${partnerId} leaving@acme.example --role viewer`);
  await run(`members role ${partnerId} leaving@acme.example --role support`);
  await run(`members reset-password ${partnerId} leaving@acme.example`);
  await run(`members remove ${partnerId} leaving@acme.example`);
  await run(`members remove ${partnerId} nobody@acme.example`).catch(() => 'there is no such member');
  await run(`partners slot-limit ${partnerId} 50`);
  await run(`keys list ${partnerId}`);
  await run(`limits ${partnerId}`);
  await run(`doctor ${partnerId}`);
  await run(`audit list --partner-id ${partnerId}`);
};

/** Entries under one id: the first that arrives is copied, the other one is evidence. */
const lostCopies = ['one', 'other'].map((action) => ({
  audit: {
    change: 'INSERT',
    month: '2026-07',
    id: 'lost',
    sequenceNumber: null,
    at: null,
    before: null,
    after: { action },
  },
}));

/** The verification reads the copies, has the missing ones copied, and finds the forged one. */
export const auditCopies = async (scene: OutsideScene): Promise<void> => {
  const { stack, stateFile } = scene.bare;
  await Promise.all([...stack.mappings.values()].map((mapping) => mapping.idle()));
  await operate('audit verify --copy', stateFile);
};

/** A message of each queue that no worker could deal with, sent again. */
export const deadLetters = async ({ bare: { stack, stateFile } }: OutsideScene): Promise<void> => {
  const { sqs } = stack.description;
  const client = new SQSClient(clientSettings(stack.description));
  const [, url] = Object.entries(sqs.queues).find(([name]) => name.includes('FailedQueue')) ?? [];
  const hints = [
    ['P#lost#C#lost', 'H#0000000001'],
    ['P#lost', 'OUTBOX'],
    ['P#lost#MIGRATION', 'lost'],
    ['P#lost#C#lost', 'JOB#MERGE'],
    ['P#lost#SYNC', 'lost'],
    ['P#lost#WATCH', 'lost'],
    ['P#lost#DQ#P', 'HEAD'],
    ['P#lost#J#0', 'TAIL'],
    ['P#lost#S', 'HEAD'],
    ['P#lost#IMPORTS', 'HEAD'],
  ].map(([pk, sk]) => ({ pk, sk }));
  for (const body of [...hints, { changes: [{ entryId: 'lost', field: 'account_update' }] }, ...lostCopies]) {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(body) }));
  }
  client.destroy();
  await operate('dead-letters list', stateFile);
  await operate('dead-letters resend --all', stateFile);
};
