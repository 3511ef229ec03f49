import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { attachClauses } from '../../lambdas/store/instances/instance-links.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import type { Stack } from '../../local/stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

export interface StackCaller {
  readonly post: (body: object) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly get: (query: Record<string, string>) => Promise<unknown>;
}

/** Calls the running stack as its first partner. */
export const callerOf = (stack: Stack): StackCaller => {
  const { api_url: url, apikey, partners } = stack.description;
  const bearer = partners[0]?.api_key ?? '';
  const headers = { apikey, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return {
    post: async (body) => {
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: await response.json() };
    },
    get: async (query) => {
      const response = await fetch(`${url}?${new URLSearchParams(query).toString()}`, { headers });
      if (!response.ok) throw new Error(`${query['route'] ?? ''}: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
};

export interface StackInstance {
  readonly customerId: string;
  readonly instanceId: string;
  readonly phoneNumberId: string;
}

const made = z.object({
  customer: z.object({ customer_id: z.string() }).optional(),
  instance: z.object({ id: z.string() }).optional(),
});

/** Customers with an instance each, planted as connected. */
export const connectedInstances = async (
  stack: Stack,
  caller: StackCaller,
  count: number,
): Promise<readonly StackInstance[]> => {
  const { dynamodb } = stack.description;
  const connection = new DynamoDBClient(clientSettings(stack.description));
  const table: Table = {
    name: dynamodb.table,
    client: DynamoDBDocumentClient.from(connection, { marshallOptions: { removeUndefinedValues: true } }),
    retryPolicy: systemRetryPolicy,
  };
  const partnerId = stack.description.partners[0]?.partner_id ?? '';
  const instances: StackInstance[] = [];
  for (let number = 0; number < count; number += 1) {
    const customer = await caller.post({
      route: 'upsert-partner-customer',
      external_customer_id: `c-${number}`,
      customer_name: `Customer ${number}`,
    });
    const customerId = made.parse(customer.body).customer?.customer_id ?? '';
    const created = await caller.post({
      route: 'create-customer-instance',
      partner_customer_id: customerId,
      instance_key: `line-${number}`,
      create_connect_session: false,
    });
    const instanceId = made.parse(created.body).instance?.id ?? '';
    const record = await readInstance(table, partnerId, instanceId);
    if (record === null) throw new Error('the instance was not made');
    const phoneNumberId = `10654000${number}`;
    const instance = {
      ...record.instance,
      status: 'connected',
      platform_phone_number_id: phoneNumberId,
      platform_waba_id: '2001',
    } as const;
    await commit(table, [
      ...instanceClauses(table, partnerId, { ...record, instance, revision: record.revision + 1 }, record.instance),
      ...attachClauses(table, { partnerId, instanceId, customerId, phoneNumberId, wabaId: '2001' }),
    ]);
    instances.push({ customerId, instanceId, phoneNumberId });
  }
  connection.destroy();
  return instances;
};

/** Runs all tasks with limited concurrency. */
export const mapConcurrently = async <T>(
  tasks: Iterable<T>,
  width: number,
  run: (task: T) => Promise<void>,
): Promise<void> => {
  const waiting = tasks[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
};

/** Repeats a query until its response satisfies: the index is updated after the stream. */
export const eventually = async <T>(ask: () => Promise<T>, isEnough: (answer: T) => boolean): Promise<T> => {
  for (;;) {
    const answer = await ask();
    if (isEnough(answer)) return answer;
    await wait(200);
  }
};
