import { expect, it } from '@jest/globals';
import { CustomerTally, type UsageStep } from '../../../lambdas/domain/usage/customer-tally.ts';

const range = { from: '2030-01-01', to: '2030-01-03' };

type Values = UsageStep['entry']['new'];

const step = (day: number, event: UsageStep['entry']['event'], previous: Values, next: Values): UsageStep => ({
  ownerId: 'own',
  at: Date.parse(`2030-01-0${day}T12:00:00Z`),
  entry: { event, previous, new: next, related: { instance_id: 'line' } },
  moved: null,
  firstDelivered: null,
});

const usageOf = (...steps: readonly UsageStep[]) => {
  const tally = new CustomerTally('own', range, '2030-01-01');
  for (const one of steps) tally.add(one);
  return Array.from(tally.done().values());
};

const connected = { status: 'connected', slot_state: 'occupied' };
const created = step(1, 'instance_created', { status: null, slot_state: null }, connected);
const released = { status: 'inactive', slot_state: 'released' };

it('takes the state of a connect session for none of its line', () => {
  const ended = step(2, 'connect_session_ended', { status: 'open' }, { status: 'expired' });
  expect(usageOf(created, ended).map(({ lines_connected: lines }) => lines)).toEqual([1, 1, 1]);
});

it('counts a line that is neither created nor taken again, as earlier versions noted it, from its first entry on', () => {
  const gone = step(2, 'instance_deactivated', { status: 'awaiting_connection', slot_state: 'reserved' }, released);
  expect(usageOf(gone)).toMatchObject([
    { slot_days: 0, slots_peak: 0 },
    { slot_days: 1, slots_peak: 1, lines_connected: 0 },
    { slot_days: 0, slots_peak: 0 },
  ]);
});

it('knows a line that comes back in the state in which it comes', () => {
  const move = (day: number, from: string, to: string, moved: UsageStep['moved']): UsageStep => {
    const it = step(day, 'instance_moved', {}, {});
    const related = { ...it.entry.related, source_customer_id: from, target_customer_id: to };
    return { ...it, entry: { ...it.entry, related }, moved };
  };
  const back = { isTaken: true, isConnected: false };
  expect(usageOf(created, move(2, 'own', 'other', null), move(3, 'other', 'own', back))).toMatchObject([
    { slot_days: 1, lines_connected: 1 },
    { slot_days: 0, lines_connected: 1 },
    { slot_days: 1, lines_connected: 0 },
  ]);
});
