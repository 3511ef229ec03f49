import { expect, test } from '@jest/globals';
import { instanceNotifications } from '../../lambdas/domain/instance-notifications.ts';
import { newInstance, type Instance } from '../../lambdas/domain/instance.ts';

const made = newInstance({ id: '1', instance_key: 'a', partner_customer_id: '2', instance_name: 'A', metadata: {} }, 0);
const well: Instance = { ...made, status: 'connected', platform_status: 'CONNECTED', can_send_message: 'AVAILABLE' };

/** The notifications of a change between two states of a connected line. */
const notices = (before: Partial<Instance>, after: Partial<Instance>) =>
  instanceNotifications({ ...well, ...before }, { ...well, ...after });

test('each status of a number is a fact of its own, however the line came to it', () => {
  const keyOf = (before: string, after: string) =>
    notices({ platform_status: before }, { platform_status: after }).map(({ onceKey }) => onceKey);
  expect(keyOf('CONNECTED', 'BANNED')).toEqual(['restricted:BANNED:1']);
  expect(keyOf('RESTRICTED', 'BANNED')).toEqual(keyOf('CONNECTED', 'BANNED'));
  expect(keyOf('CONNECTED', 'RESTRICTED')).not.toEqual(keyOf('CONNECTED', 'BANNED'));
  expect(keyOf('DISCONNECTED', 'DELETED')).not.toEqual(keyOf('CONNECTED', 'DISCONNECTED'));
});

test('a line that works again, and whose block has ended, notifies of both', () => {
  const lost: Partial<Instance> = { status: 'reconnect_required', can_send_message: 'BLOCKED' };
  expect(notices(lost, {}).map(({ kind }) => kind)).toEqual(['instance_works_again', 'number_can_send_again']);
});
