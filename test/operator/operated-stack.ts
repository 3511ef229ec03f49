import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect } from '@jest/globals';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import { openStage } from '../../operator/open-stage.ts';
import type { DescribedStack } from '../../tools/harness/described-stack.ts';
import { recordedTerminal } from './recorded-terminal.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });
const issued = z.object({ api_key: z.string(), key: z.object({ key_id: z.string() }) });
const made = z.object({ partner: z.object({ partner_id: z.string() }) });
const lineAnswer = z.object({
  instance: z.object({ id: z.string(), platform_waba_id: z.string().nullable() }),
  session: z.object({ url: z.string() }).optional(),
});

/** Changes behind the back of the service. */
const troubles = (whole: DescribedStack) => {
  const clients = () => clientSettings(whole.stack.description);
  return {
    expireKey: async (keyId: string): Promise<void> => {
      const client = new DynamoDBClient(clients());
      await client.send(
        new UpdateItemCommand({
          TableName: whole.stack.description.dynamodb.table,
          Key: { pk: { S: `KEY#${keyId}` }, sk: { S: 'KEY' } },
          UpdateExpression: 'SET expires_at = :past',
          ExpressionAttributeValues: { ':past': { S: new Date(Date.now() - 60_000).toISOString() } },
        }),
      );
      client.destroy();
    },
    sendDeadLetter: async (body: object): Promise<void> => {
      const { queues } = whole.stack.description.sqs;
      const [, url = ''] = Object.entries(queues).find(([name]) => name.includes('FailedQueue')) ?? [];
      const sqs = new SQSClient(clients());
      await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(body) }));
      sqs.destroy();
    },
  };
};

/** The command line over a running stack, and what brings partners of it into trouble. */
export const operatedStack = (whole: DescribedStack) => {
  const run = async (...argv: readonly string[]): Promise<{ code: number; out: string; error: string }> => {
    const terminal = { ...recordedTerminal(), sleep: () => setTimeout(100) };
    const code = await main([...argv, '--state', whole.stateFile], areas, terminal, openStage);
    return { code, out: terminal.printed(), error: terminal.complained() };
  };
  const read = async <T>(schema: z.ZodType<T>, ...argv: readonly string[]): Promise<T> => {
    const { code, out, error } = await run(...argv, '--json');
    expect([argv, code, error]).toEqual([argv, 0, '']);
    return schema.parse(JSON.parse(out));
  };
  const call = async (apiKey: string, method: string, query: string, body?: object): Promise<Response> => {
    const { api_url: url, apikey } = whole.stack.description;
    const headers = { apikey, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    return fetch(`${url}${query}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const newCustomer = async (externalId: string): Promise<string> => {
    const body = { external_customer_id: externalId, customer_name: `Customer ${externalId}` };
    const answer = await whole.command('POST', 'upsert-partner-customer', body);
    return customerAnswer.parse(answer.body).customer.customer_id;
  };
  return {
    ...troubles(whole),
    run,
    read,
    call,
    newCustomer,
    newPartner: async (name: string): Promise<string> =>
      (await read(made, 'partners', 'create', name)).partner.partner_id,
    newKey: (partnerId: string) => read(issued, 'keys', 'issue', partnerId, '--scopes', 'all'),
    /** @returns the request id of the call */
    change: async (customerId: string, name: string): Promise<string> => {
      const body = { route: 'update-partner-customer', customer_id: customerId, changes: { customer_name: name } };
      const answer = await call(whole.partner.api_key, 'PATCH', '', body);
      expect(answer.status).toBe(200);
      return answer.headers.get('x-request-id') ?? '';
    },
    platform: (instruction: object): Promise<unknown> =>
      fetch(whole.stack.description.platform.control_url, { method: 'POST', body: JSON.stringify(instruction) }),
    connectedInstance: async (key: string): Promise<{ id: string; waba: string }> => {
      const line = { partner_customer_id: await newCustomer(key), instance_key: key };
      const created = lineAnswer.parse((await whole.command('POST', 'create-customer-instance', line)).body);
      const { instance, session } = created;
      await openLink(session?.url ?? '');
      const shown = await whole.query('get-partner-instance', { instance_id: instance.id });
      return { id: instance.id, waba: lineAnswer.parse(shown.body).instance.platform_waba_id ?? '' };
    },
  };
};

export type OperatedStack = ReturnType<typeof operatedStack>;
