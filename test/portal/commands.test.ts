import { describe, expect, test } from '@jest/globals';
import { answerStands, keyFor } from '../../portal/src/api/command-key.ts';
import { conflictsIn, mergeEdits, resolved } from '../../portal/src/api/merge-edits.ts';
import { partnersNamed } from '../../portal/src/api/partner-ids.ts';
import { pollAfter } from '../../portal/src/api/polling.ts';
import { changesBetween } from '../../portal/src/pages/customers/editable-fields.ts';

const keys = (): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    return `key-${count}`;
  };
};

describe('the key of a command', () => {
  test('is kept while the input is the same', () => {
    const newKey = keys();
    const first = keyFor(null, { name: 'a' }, newKey);
    expect(keyFor(first, { name: 'a' }, newKey)).toBe(first);
  });

  test('is a new one for another input, and after an answer that stands', () => {
    const newKey = keys();
    const first = keyFor(null, { name: 'a' }, newKey);
    expect(keyFor(first, { name: 'b' }, newKey).key).toBe('key-2');
    expect(keyFor(null, { name: 'a' }, newKey).key).toBe('key-3');
  });

  test.each([
    [null, false],
    ['rate_limited', false],
    ['platform_error', false],
    ['idempotency_in_progress', false],
    ['remote_removal_failed', false],
    ['validation_failed', true],
    ['stale_update', true],
    ['slot_limit_reached', true],
  ])('after %s: the answer stands is %s', (code, stands) => {
    expect(answerStands(code)).toBe(stands);
  });
});

describe('edits of two members', () => {
  const fields = ['name', 'email', 'phone'] as const;
  const was = { name: 'Aurora', email: 'a@x', phone: '1' };

  test('merge by field when they changed different ones', () => {
    const merged = mergeEdits(fields, was, { ...was, email: 'b@x' }, { ...was, name: 'Borealis' });
    expect(conflictsIn(merged)).toEqual([]);
    expect(Object.fromEntries(resolved(merged, new Map()))).toEqual({ name: 'Borealis', email: 'b@x', phone: '1' });
  });

  test('conflict where both changed the same field differently', () => {
    const merged = mergeEdits(fields, was, { ...was, name: 'Cassiopeia' }, { ...was, name: 'Borealis' });
    expect(conflictsIn(merged)).toEqual(['name']);
    expect(merged.get('name')).toEqual({ is: 'conflict', was: 'Aurora', theirs: 'Cassiopeia', yours: 'Borealis' });
    expect(resolved(merged, new Map([['name', 'theirs']])).get('name')).toBe('Cassiopeia');
    expect(resolved(merged, new Map([['name', 'yours']])).get('name')).toBe('Borealis');
  });

  test('agree where both changed a field to the same', () => {
    const merged = mergeEdits(fields, was, { ...was, name: 'Borealis' }, { ...was, name: 'Borealis' });
    expect(merged.get('name')).toEqual({ is: 'agreed', value: 'Borealis' });
  });

  test('send only the fields that differ; an empty one is cleared', () => {
    const before = { customer_name: 'Aurora', customer_email: 'a@x', customer_phone: '' };
    expect(changesBetween(before, { ...before, customer_email: ' ' })).toEqual({ customer_email: null });
    expect(changesBetween(before, { ...before, customer_name: ' Aurora ' })).toEqual({});
  });
});

test('long work is looked at ever more rarely, at last every 15 seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(pollAfter)).toEqual([
    1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 15_000, 15_000,
  ]);
});

test('a refusal that asks for a partner names those to choose from', () => {
  const ids = ['01a2079c-fc85-77c5-9398-e1ad6645c754', '01a2079d-0200-758c-89f1-83d83cf212cd'];
  const message = `partner_id is required, because the member belongs to several partners: ${ids.join(', ')}`;
  expect(partnersNamed([{ path: 'partner_id', rule: 'required', message }])).toEqual(ids);
  expect(partnersNamed([{ path: 'page', rule: 'required', message }])).toEqual([]);
  expect(partnersNamed(null)).toEqual([]);
});
