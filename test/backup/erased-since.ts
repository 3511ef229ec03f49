import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { readStateFile } from '../../local/state-file.ts';
import { openTable } from '../../scripts/backup/open-table.ts';
import { tableTexts } from '../../tools/harness/traces.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import type { DescribedStack } from '../../tools/harness/described-stack.ts';

export const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });

/** Texts of the customer that is erased after the copy was taken. */
export const personal = ['Maria Thistlewood', 'Maria Quillfeather', 'EXT-quillfeather'];

/** A running stack with two customers; one of them is erased after its table was copied. */
export const erasedSinceScene = (whole: DescribedStack) => {
  const script = async (name: string, ...argv: readonly string[]): Promise<string> =>
    (await run(process.execPath, [name, '--state', whole.stateFile, ...argv], { cwd: root })).stdout;
  const operator = (...argv: readonly string[]): Promise<string> => script('operator/cli.ts', '--yes', ...argv);
  const newCustomer = async (externalId: string, name: string): Promise<string> => {
    const body = { external_customer_id: externalId, customer_name: name };
    const { body: answer } = await whole.command('POST', 'upsert-partner-customer', body);
    return customerAnswer.parse(answer).customer.customer_id;
  };
  const rename = (customer: string, name: string) =>
    whole.command('PATCH', 'update-partner-customer', { customer_id: customer, changes: { customer_name: name } });
  const eventIds = async (): Promise<readonly string[]> =>
    (await whole.received()).map(({ headers }) => headers['webhook-id'] ?? '');
  const onTable = async <T>(work: (opened: Awaited<ReturnType<typeof openTable>>) => Promise<T>): Promise<T> => {
    const opened = await openTable('local', () => readStateFile(whole.stateFile));
    try {
      return await work(opened);
    } finally {
      opened.client.destroy();
    }
  };
  return {
    script,
    operator,
    rename,
    eventIds,
    onTable,
    tableText: (): Promise<readonly string[]> =>
      onTable(({ client, table: name }) => tableTexts({ client: DynamoDBDocumentClient.from(client), name })),
    /** Two customers whose events are delivered. */
    twoCustomers: async (): Promise<{ readonly erased: string; readonly kept: string }> => {
      const erased = await newCustomer('EXT-quillfeather', 'Maria Thistlewood');
      const kept = await newCustomer('EXT-kept', 'Bakery Sunrise');
      await rename(erased, 'Maria Quillfeather');
      await rename(kept, 'Bakery Daybreak');
      await until(eventIds, (ids) => ids.length === 2);
      // The attempt is recorded after the endpoint has answered.
      await until(
        () => operator('events', 'list', whole.partner.partner_id, '--customer-id', kept),
        (shown) => shown.includes('delivered'),
      );
      return { erased, kept };
    },
  };
};
