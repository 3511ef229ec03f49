import { expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { reportFields } from '../../lambdas/api/delivery-fields.ts';
import { reportsOf } from '../../packages/client/src/reports.ts';
import { callbackOf } from './receiver-requests.ts';

const report = z.strictObject(reportFields);
const status = { id: 'wamid.1', status: 'delivered', timestamp: '1772323200', recipient_id: '4930901820' };
const failed = {
  ...status,
  status: 'failed',
  recipient_user_id: 'DE.1',
  errors: [{ code: 131026, title: 'Undeliverable', message: 'Undeliverable', error_data: { details: 'Not on it' } }],
};

const of = (value: object) => reportsOf(JSON.parse(callbackOf(value).body));

it('statuses become reports that the service takes, without the recipient’s number', () => {
  const [reports = []] = of({ statuses: [status, failed] });
  for (const one of reports) expect(report.parse(one)).toBeTruthy();
  expect(reports).toEqual([
    expect.objectContaining({ message_id: 'wamid.1', status: 'delivered', occurred_at: '1772323200' }),
    expect.objectContaining({
      phone_number_id: '106540352242922',
      status: 'failed',
      recipient_user_id: 'DE.1',
      error_code: 131026,
      error_details: 'Not on it',
    }),
  ]);
  expect(JSON.stringify(reports)).not.toContain('4930901820');
});

it('a list has at most as many as a call takes', () => {
  const statuses = Array.from({ length: 501 }, (_, index) => ({ ...status, id: `wamid.${index}` }));
  expect(of({ statuses }).map((list) => list.length)).toEqual([500, 1]);
});

it('what is no status of a message is left out', () => {
  expect(of({ messages: [{ id: 'wamid.2' }] })).toEqual([]);
  expect(of({ statuses: [{ ...status, status: 'played' }, { ...status, id: 7 }, null] })).toEqual([]);
  for (const none of [null, 7, [], {}, { entry: {} }, { entry: [{ changes: [{ value: { statuses: [status] } }] }] }])
    expect(reportsOf(none)).toEqual([]);
});
