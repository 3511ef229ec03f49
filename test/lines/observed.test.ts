import { expect, test } from '@jest/globals';
import { newInstance } from '../../lambdas/domain/instance.ts';
import { isAnsweredSince, Observed } from '../../lambdas/lines/observed.ts';
import type { InstanceRecord } from '../../lambdas/store/instances/instances.ts';

const given = { id: 'i', instance_key: 'line', partner_customer_id: 'c', instance_name: 'line', metadata: {} };
const asked: InstanceRecord = {
  instance: { ...newInstance(given, 0), platform_phone_number_id: 'number', platform_waba_id: 'waba' },
  revision: 1,
  sealedToken: 'token',
  busyUntil: null,
};
const answer = new Observed('answer', asked, 0);

test.each([
  ['its number and token', asked, { answer: 'answer' }],
  ['other facts', { ...asked, revision: 2, instance: { ...asked.instance, verified_name: 'A' } }, { answer: 'answer' }],
  ['another number', { ...asked, instance: { ...asked.instance, platform_phone_number_id: 'other' } }, null],
  ['no number', { ...asked, instance: { ...asked.instance, platform_phone_number_id: null } }, null],
  ['another token', { ...asked, sealedToken: 'other' }, null],
  ['no token', { ...asked, sealedToken: null }, null],
])('an answer about a line that has %s by now', (_, current, opened) => {
  expect(answer.for(current)).toEqual(opened);
});

test('a question is answered since when a later one was', () => {
  const at = Date.parse('2026-06-01T12:00:00Z');
  const answered = (facts_at: string | null) => isAnsweredSince({ ...asked.instance, facts_at }, at);
  expect(answered(null)).toBe(false);
  expect(answered('2026-06-01T12:00:00.000Z')).toBe(false);
  expect(answered('2026-06-01T12:00:00.001Z')).toBe(true);
});
