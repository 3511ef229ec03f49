import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { isoOf, minute } from '../../lambdas/kernel/time.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { openForSeeding } from '../../local/seeding-principal.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

let whole: DescribedStack;
beforeAll(async () => {
  whole = await startDescribedStack();
});
afterAll(() => whole.stop());

const mailItem = z.object({
  pk: z.string(),
  sk: z.string(),
  pending: z.array(z.unknown()).default([]),
  due_at: z.string().optional(),
  lease: z.string().optional(),
});

const client = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings(whole.stack.description)));

/** The waiting mails of the partner's members. */
const waiting = async () => {
  const { Items: items = [] } = await client().send(
    new QueryCommand({
      TableName: whole.stack.description.dynamodb.table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.noticeMail(whole.partner.partner_id, '').pk },
      ConsistentRead: true,
    }),
  );
  return z.array(mailItem).parse(items);
};

/** The critical notification that all slots are taken. */
const takeAllSlots = async (): Promise<void> => {
  const operator = openForSeeding(whole.stack.description.outputs['OperatorFunctionUrl'] ?? '');
  for (const slot_limit of [null, 0])
    await operator.run('partners slot-limit', { partner_id: whole.partner.partner_id, slot_limit });
};

const choose = async (member: { readonly jwt: string }, chosen: object): Promise<void> => {
  const { api_url: url, apikey } = whole.stack.description;
  const response = await fetch(url, {
    method: 'PATCH',
    headers: { apikey, authorization: `Bearer ${member.jwt}`, 'content-type': 'application/json' },
    body: JSON.stringify({ route: 'update-partner-member-notices', ...chosen }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
};

test('critical notifications of five minutes reach a member by one mail, and wait for the end of its quiet hours', async () => {
  const [owner, quietOne] = whole.partner.members;
  if (owner === undefined || quietOne === undefined) throw new Error('the partner has no two members');
  const clock = isoOf(Date.now() - minute).slice(11, 16);
  const later = isoOf(Date.now() + 120 * minute).slice(11, 16);
  await choose(owner, { email: 'critical' });
  await choose(quietOne, { email: 'critical', quiet: { start: clock, end: later, time_zone: 'UTC' } });
  await takeAllSlots();
  await takeAllSlots();
  const items = await until(waiting, (found) => found.filter(({ pending }) => pending.length === 2).length === 2);
  for (const { due_at: due } of items) {
    expect(Date.parse(due ?? '')).toBeGreaterThan(Date.now() + 3 * minute);
    expect(Date.parse(due ?? '')).toBeLessThan(Date.now() + 6 * minute);
  }
  expect(whole.stack.services.acceptedMails()).toEqual([]);

  // Five minutes later.
  for (const { pk, sk } of items) {
    await client().send(
      new UpdateCommand({
        TableName: whole.stack.description.dynamodb.table,
        Key: { pk, sk },
        UpdateExpression: 'SET due_at = :now',
        ExpressionAttributeValues: { ':now': isoOf(Date.now()) },
      }),
    );
  }
  const [mail, ...others] = await until(
    () => Promise.resolve(whole.stack.services.acceptedMails()),
    (found) => found.length > 0,
  );
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    from: 'notices@swift-worker.localhost',
    to: [owner.email],
    subject: '2 critical notifications',
    text: expect.stringContaining('All slots are taken') as unknown,
    headers: {
      'List-Unsubscribe': expect.stringMatching(/^<http.*\/portal\/notifications\?partner=[0-9a-f-]{36}>$/) as unknown,
    },
  });
  const [left] = await until(waiting, (found) => found.filter(({ lease }) => lease !== undefined).length === 0).then(
    (found) => found.filter(({ pending }) => pending.length > 0),
  );
  expect(Date.parse(left?.due_at ?? '')).toBeGreaterThan(Date.now() + 100 * minute);
  expect(whole.stack.services.acceptedMails()).toHaveLength(1);
});
