import { expect, test } from '@jest/globals';
import { journalKeys, parkedKeys } from '../../lambdas/store/delivery/keys.ts';
import { importKeys } from '../../lambdas/store/imports/import-keys.ts';
import { keys, workKeyOf, workKeyOfKind, type Key } from '../../lambdas/store/table/keys.ts';

const due: readonly (readonly [string, Key, Readonly<Record<string, string>>])[] = [
  ['event', keys.historyEntry('p', 'c', 7), { customerId: 'c', number: '0000000007' }],
  ['outbox', keys.outbox('p'), {}],
  ['migration', keys.migration('p', 'm'), { migrationId: 'm' }],
  ['merge', keys.lifecycleJob('p', 'c', 'MERGE'), { customerId: 'c' }],
  ['deactivation', keys.lifecycleJob('p', 'c', 'DEACTIVATE'), { customerId: 'c' }],
  ['erasure', keys.lifecycleJob('p', 'c', 'ERASE'), { customerId: 'c' }],
  ['instance', keys.instance('p', 'i'), { instanceId: 'i' }],
  ['connection', keys.connectSession('p', 'i', 's'), { instanceId: 'i', sessionId: 's' }],
  ['templatePass', keys.templateSync('p', 's'), { syncId: 's' }],
  ['templateSchedule', keys.templateHead('p', 'w'), { wabaId: 'w' }],
  ['instanceWatch', keys.instanceWatch('p', 'w'), { wabaId: 'w' }],
  ['parkedReports', parkedKeys.head('p', null), {}],
  ['parkedReports', parkedKeys.head('p', { kind: 'instance', partnerId: 'p', instanceId: 'i' }), {}],
  ['customerImport', importKeys.head('p'), {}],
  ['reportFold', journalKeys.tail('p', 0), { stripe: '0' }],
];

test.each(due)('the key of %s has what it names', (kind, key, names) => {
  expect(workKeyOf(key)).toEqual({ ...key, kind, partnerId: 'p', ...names });
});

test('any other key is refused', () => {
  for (const key of [
    keys.partner('p'),
    keys.customer('p', 'c'),
    keys.templateChunk('p', 'w', '00'),
    { pk: '', sk: '' },
  ]) {
    expect(() => workKeyOf(key)).toThrow('not of work');
  }
  expect(() => workKeyOfKind('outbox', keys.instance('p', 'i'))).toThrow('kind outbox');
});
