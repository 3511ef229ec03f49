import { userInfo } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { accessKeyIdOf } from '@swift-worker/local-cloud/lambda/start.ts';
import { signedPost } from '../../operator/signed-post.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { operatedStack, type OperatedStack } from './operated-stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

let whole: DescribedStack;
let partner: string;
let run: OperatedStack['run'];
let read: OperatedStack['read'];
let newCustomer: OperatedStack['newCustomer'];

beforeAll(async () => {
  whole = await startDescribedStack();
  partner = whole.partner.partner_id;
  ({ run, read, newCustomer } = operatedStack(whole));
});
afterAll(() => whole.stop());

const lineAnswer = z.object({
  instance: z.object({ id: z.string(), platform_phone_number_id: z.string().nullable() }),
  session: z.object({ url: z.string() }).optional(),
});

/** A line that an end customer connected. */
const connectedInstance = async (customerId: string, key: string): Promise<{ id: string; number: string }> => {
  const made = await whole.command('POST', 'create-customer-instance', {
    partner_customer_id: customerId,
    instance_key: key,
  });
  const { instance, session } = lineAnswer.parse(made.body);
  await openLink(session?.url ?? '');
  const shown = lineAnswer.parse((await whole.query('get-partner-instance', { instance_id: instance.id })).body);
  return { id: instance.id, number: shown.instance.platform_phone_number_id ?? '' };
};

const platform = (instruction: object): Promise<unknown> =>
  fetch(whole.stack.description.platform.control_url, { method: 'POST', body: JSON.stringify(instruction) });
const failing = (number: string) => ({
  fault: { method: 'POST', path: `/${number}`, status: 500, body: {}, times: 50 },
});

const events = z.object({
  events: z.array(z.object({ event_id: z.string(), state: z.string(), attempts: z.number() })),
});

describe('on the running stack', () => {
  it('keys and members change as the operator says', async () => {
    const keys = z.object({ keys: z.array(z.object({ key_id: z.string() })) });
    // Not the one that the test calls with.
    const [, , spare = ''] = whole.partner.read_only_api_key.split('_');
    expect((await read(keys, 'keys', 'list', partner)).keys.map(({ key_id: id }) => id)).toContain(spare);
    const rotated = await run('keys', 'rotate', spare, '--overlap-hours', '0');
    expect([rotated.code, rotated.out]).toEqual([0, expect.stringContaining('is refused within 60 seconds')]);
    expect((await run('members', 'role', partner, 'viewer@partner-one.example', '--role', 'support')).out).toMatch(
      /Role +support/,
    );
    expect((await run('members', 'remove', partner, 'viewer@partner-one.example', '--yes')).out).toBe(
      'viewer@partner-one.example is removed.\n',
    );
    expect((await run('members', 'list', partner)).out).not.toContain('viewer@');
    expect((await run('publishable-keys', 'rotate')).out).toMatch(/valid until/);
  });

  it('a partner is suspended and resumed', async () => {
    expect((await run('partners', 'suspend', partner)).out).toMatch(/Status +suspended/);
    expect((await run('partners', 'resume', partner)).out).toMatch(/Status +active/);
  });

  it('events that a gone endpoint did not take are kept, and sent again once it is back', async () => {
    const customer = await newCustomer('events');
    await whole.receiver({ status: 410, times: 1 });
    const changes = { customer_id: customer, changes: { customer_name: 'Renamed' } };
    await whole.command('PATCH', 'update-partner-customer', changes);
    const kept = await until(
      () => read(events, 'events', 'list', partner),
      (found) => found.events.length === 1,
    );
    const [event] = kept.events;
    expect(event).toMatchObject({ state: 'undelivered', attempts: 1 });
    const attempts = await run('events', 'attempts', partner, customer, event?.event_id ?? '');
    expect(attempts.out).toMatch(/410/);
    await whole.command('POST', 'update-partner-webhook-endpoint', {
      webhook_url: whole.partner.receiver_url,
      platform_verify_token: whole.partner.verify_token,
    });
    expect((await run('events', 'resend', partner, '--since', '2020-01-01T00:00:00Z')).out).toBe(
      '1 event will be sent again.\n',
    );
    const ofCustomer = () => read(events, 'events', 'list', partner, '--customer-id', customer);
    const delivered = await until(ofCustomer, (found) => found.events[0]?.state === 'delivered');
    expect(delivered.events).toHaveLength(1);
    expect((await run('events', 'list', partner)).out).toBe('There are no such events.\n');
  });

  it('the signing secret is rotated', async () => {
    expect((await run('webhook-secrets', 'rotate', partner, '--yes')).out).toMatch(
      /^whsec_[\s\S]*signed with the previous secret until/,
    );
  });

  it('an instance whose callback the platform does not remove is shown and released', async () => {
    const { id, number } = await connectedInstance(await newCustomer('stuck'), 'stuck');
    await platform(failing(number));
    await whole.command('POST', 'deactivate-partner-instance', { instance_id: id });
    await platform({ clear: true });
    expect((await run('instances', 'show', partner, id)).out).toMatch(/Status +deactivation_failed[\s\S]*Token +held/);
    const released = await run(
      'instances',
      'force-release',
      partner,
      id,
      '--reason',
      'closed at the platform',
      '--yes',
    );
    expect(released.out).toMatch(/Status +inactive\nSlot +released/);
  });

  it('a customer is found, erased, and the erasure followed to its end', async () => {
    const customer = await newCustomer('erased');
    const found = await run('customers', 'find', partner, '--search', 'customer erased');
    expect(found.out).toContain(customer);
    const done = await run('customers', 'erase', partner, customer, '--yes');
    expect([done.code, done.out]).toEqual([0, expect.stringMatching(/Status +erased/)]);
    expect(done.error).toContain('erased so far: ');
    expect((await run('customers', 'erasure', partner, customer)).out).toMatch(
      /Erased +0 merged customers, 0 instances, 2 history entries/,
    );
    const received = await until(whole.received, (all) => all.some(({ body }) => body.includes('customer.erased')));
    const kinds = received.flatMap(({ body }) => /service\.partner\.customer\.(eras\w+)/.exec(body)?.[1] ?? []);
    expect(kinds).toEqual(['erasure_started', 'erased']);
  });

  it('an erasure that fails ends with 1, and is begun anew', async () => {
    const customer = await newCustomer('failing');
    const { number } = await connectedInstance(customer, 'failing');
    await platform(failing(number));
    const failed = await run('customers', 'erase', partner, customer, '--yes');
    expect([failed.code, failed.error]).toEqual([
      1,
      expect.stringContaining('1 of its instances could not be removed'),
    ]);
    expect(failed.error).toContain('"instances show" shows why');
    await platform({ clear: true });
    const done = await run('customers', 'retry-erasure', partner, customer);
    expect([done.code, done.out]).toEqual([0, expect.stringMatching(/Status +erased/)]);
  });

  it('all of it stands in the audit trail', async () => {
    const { out } = await run('audit', 'list', '--partner-id', partner);
    for (const did of [
      'keys rotate',
      'members remove',
      'partners suspend',
      'events resend',
      'customers erase',
      'customer erased',
    ]) {
      expect(out).toContain(did);
    }
  });
});

const auditAnswer = z.object({
  entries: z.array(
    z.object({ at: z.string(), action: z.string(), actor: z.object({ type: z.string(), id: z.string() }) }),
  ),
});
const person = { type: 'operator', id: `arn:aws:iam::000000000000:user/${userInfo().username}` };
const seeding = { type: 'operator', id: 'arn:aws:sts::000000000000:assumed-role/seeding/local' };

describe('who acted', () => {
  it('is whom the credentials are of, as the URL of the function vouches', async () => {
    await run('partners', 'suspend', partner);
    const { entries } = await read(auditAnswer, 'audit', 'list', '--partner-id', partner);
    const actorsOf = (action: string) => entries.filter((entry) => entry.action === action).map(({ actor }) => actor);
    expect(actorsOf('partners suspend')).toContainEqual(person);
    expect(actorsOf('partners create')).toEqual([seeding]);
    await run('partners', 'resume', partner);
  });

  it('cannot be claimed in the body', async () => {
    const { outputs } = whole.stack.description;
    const target = { url: outputs['OperatorFunctionUrl'] ?? '', ...clientSettings(whole.stack.description) };
    const claim = { operator: 'somebody else', caller: { arn: 'somebody else', id: 'somebody else' } };
    const input = { partner_id: partner, slot_limit: 77 };
    const { status, text } = await signedPost(target, { command: 'partners slot-limit', input, ...claim });
    expect([status, JSON.parse(text)]).toMatchObject([200, { ok: true }]);
    const { entries } = await read(auditAnswer, 'audit', 'list', '--partner-id', partner);
    expect(entries[0]).toMatchObject({ action: 'partners slot-limit', actor: person });
  });

  it('is refused to who invokes the function directly', async () => {
    const { outputs } = whole.stack.description;
    const lambda = new LambdaClient(clientSettings(whole.stack.description));
    const event = { command: 'partners suspend', operator: 'somebody', input: { partner_id: partner } };
    const { Payload } = await lambda.send(
      new InvokeCommand({ FunctionName: outputs['OperatorFunctionName'], Payload: Buffer.from(JSON.stringify(event)) }),
    );
    const answer = z.object({ statusCode: z.number(), body: z.string() });
    const { statusCode, body } = answer.parse(JSON.parse(Buffer.from(Payload ?? []).toString()));
    expect([statusCode, JSON.parse(body)]).toMatchObject([401, { ok: false, error: { code: 'unauthenticated' } }]);
    expect((await run('partners', 'show', partner)).out).toMatch(/Status +active/);
    lambda.destroy();
  });
});

describe('the audit trail', () => {
  // What follows is refused on purpose, in the name of the operator's function.
  beforeAll(() => {
    whole.stack.services.accesses.keep(false);
  });
  afterAll(() => {
    whole.stack.services.accesses.keep(true);
  });

  it('takes entries from the operator, and lets none be changed, replaced or deleted', async () => {
    const { aws, dynamodb, outputs } = whole.stack.description;
    const credentials = { accessKeyId: accessKeyIdOf(outputs['OperatorFunctionName'] ?? ''), secretAccessKey: 'any' };
    const client = DynamoDBDocumentClient.from(
      new DynamoDBClient({ endpoint: aws.endpoint, region: aws.region, credentials }),
    );
    const TableName = dynamodb.table;
    const { entries } = await read(auditAnswer, 'audit', 'list', '--partner-id', partner);
    const pk = `AUDIT#${(entries[0]?.at ?? '').slice(0, 7)}`;
    const { Items: [entry] = [] } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        Limit: 1,
      }),
    );
    const Key = { pk, sk: z.string().parse(entry?.['sk']) };
    const denied = { name: 'AccessDeniedException' };
    await expect(client.send(new DeleteCommand({ TableName, Key }))).rejects.toMatchObject(denied);
    const update = {
      TableName,
      Key,
      UpdateExpression: 'SET actor = :me',
      ExpressionAttributeValues: { ':me': 'nobody' },
    };
    await expect(client.send(new UpdateCommand(update))).rejects.toMatchObject(denied);
    await expect(client.send(new TransactWriteCommand({ TransactItems: [{ Update: update }] }))).rejects.toMatchObject(
      denied,
    );
    await expect(client.send(new PutCommand({ TableName, Item: { ...Key, forged: true } }))).rejects.toMatchObject(
      denied,
    );
    const Item = { pk, sk: 'a new entry' };
    await client.send(
      new TransactWriteCommand({
        TransactItems: [{ Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } }],
      }),
    );
  });
});
