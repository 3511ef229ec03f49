import { expect, it } from '@jest/globals';
import { alarmState, type AlarmConfiguration } from '@swift-worker/local-cloud/alarms.ts';

const minute = 60_000;
const alarm: AlarmConfiguration = {
  name: 'a',
  description: '',
  metric: { Namespace: 'AWS/Lambda', MetricName: 'Errors', Dimensions: [], Statistic: 'Sum', Period: 60 },
  threshold: 1,
  isBelow: false,
  periods: { bad: 2, of: 3 },
  silenceIsBad: false,
  actions: [],
};
const now = 10.5 * minute;

/** @param values of the minutes, the newest first */
const stateOf = (
  values: readonly (number | null | undefined)[],
  changes: Partial<AlarmConfiguration> = {},
  since = 0,
) => alarmState({ ...alarm, ...changes }, (_, from) => values[10 - from / minute], now, since);

it.each([
  ['too few bad minutes', stateOf([2, 1, 0]), 'OK'],
  ['enough bad minutes', stateOf([2, 1, 2]), 'ALARM'],
  ['no data', stateOf([]), 'OK'],
  ['no data that is bad', stateOf([], { silenceIsBad: true }), 'ALARM'],
  ['no data since a start two minutes ago', stateOf([], { silenceIsBad: true }, 8.5 * minute), 'OK'],
  ['a value below', stateOf([undefined, 0, 0], { isBelow: true }), 'ALARM'],
  ['a sum that still grows', stateOf([0, 0, 2], { isBelow: true }), 'OK'],
  ['a metric that is not kept', stateOf([null, null, null]), 'INSUFFICIENT_DATA'],
  ['a calculation', stateOf([2, 2, 2], { metric: null }), 'INSUFFICIENT_DATA'],
])('an alarm with %s', (_, state, expected) => {
  expect(state).toBe(expected);
});
