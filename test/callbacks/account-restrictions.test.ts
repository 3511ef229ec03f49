import { expect, test } from '@jest/globals';
import { readAccount } from '../../lambdas/callbacks/account-callbacks.ts';
import { accountNotification } from '../../lambdas/domain/account-notices.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';

const end = 1_794_182_400;

/** What a callback with a restriction changes and notifies. */
const read = (type: string, now: number) => {
  const restriction_info = [{ restriction_type: type, expiration: end }];
  const content = readAccount({ event: 'ACCOUNT_RESTRICTION', restriction_info }, now, null);
  if (content?.about !== 'instances' || content.update.kind !== 'facts' || content.update.notice === null)
    throw new Error('no notice');
  const { facts, notice } = content.update;
  return { facts, notification: accountNotification({ type: 'waba', id: '1' }, notice, now) };
};

test('a restriction that ended before its callback came notifies, and limits no instance', () => {
  const late = read('RESTRICTED_BIZ_INITIATED_MESSAGING', (end + 1) * 1_000);
  const description = `RESTRICTED_BIZ_INITIATED_MESSAGING until ${isoOf(end * 1_000)}`;
  expect(late).toMatchObject({ facts: {}, notification: { kind: 'platform_alert', facts: { description } } });
  const timely = read('RESTRICTED_BIZ_INITIATED_MESSAGING', (end - 1) * 1_000);
  expect(timely).toMatchObject({
    facts: { can_send_message: 'LIMITED' },
    notification: { kind: 'account_restricted' },
  });
});

test('two restrictions of other kinds within an hour are two facts', () => {
  const keyOf = (type: string): unknown => read(type, 0).notification.onceKey;
  expect(keyOf('RESTRICTED_ADD_PHONE_NUMBER_ACTION')).toBe(keyOf('RESTRICTED_ADD_PHONE_NUMBER_ACTION'));
  expect(keyOf('RESTRICTED_ADD_PHONE_NUMBER_ACTION')).not.toBe(keyOf('RESTRICTED_UTILITY_TEMPLATES'));
});
