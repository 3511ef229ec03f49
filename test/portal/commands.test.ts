import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../../packages/client/src/refusal.ts';
import { answerStands, isUnanswered, keyFor } from '../../portal/src/api/command-key.ts';
import { conflictsIn, mergeEdits, resolved } from '../../portal/src/api/merge-edits.ts';
import { withPartner } from '../../portal/src/api/portal-client.ts';
import { partnersNamed } from '../../portal/src/api/partner-ids.ts';
import { pollAfter } from '../../portal/src/api/polling.ts';
import { followed } from '../../portal/src/pages/connect-page/settings.ts';
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

  const refusal = (status: number, code: string): Refusal =>
    new Refusal(status, { code, message: '' }, { requestId: null, retryAfter: null });

  test.each([
    [new TypeError('the connection ended'), false, true],
    [refusal(502, 'unknown'), false, true],
    [refusal(504, 'unknown'), false, true],
    [refusal(403, 'unknown'), true, false],
    [refusal(429, 'rate_limited'), false, false],
    [refusal(502, 'platform_error'), false, false],
    [refusal(409, 'idempotency_in_progress'), false, false],
    [refusal(409, 'remote_removal_failed'), false, false],
    [refusal(400, 'validation_failed'), true, false],
    [refusal(409, 'stale_update'), true, false],
    [refusal(409, 'slot_limit_reached'), true, false],
  ])('after %p: the answer stands is %s, and it is unknown what became of the command is %s', (error, stands, open) => {
    expect([answerStands(error), isUnanswered(error)]).toEqual([stands, open]);
  });
});

describe('the partner of a call', () => {
  const address = 'https://api.example/functions/v1/swift-worker';
  const partnerOf = (url: string, body: unknown): string | null =>
    withPartner(url, body, 'chosen').searchParams.get('partner_id');

  test('is the chosen one, when the call names none', () => {
    expect(partnerOf(address, undefined)).toBe('chosen');
    expect(partnerOf(address, '{"route":"x"}')).toBe('chosen');
    expect(withPartner(address, undefined, null).search).toBe('');
  });

  test('is the one that the call names, such as that of an import which runs while the member goes to another', () => {
    expect(partnerOf(`${address}?partner_id=of-the-import`, '{"route":"x"}')).toBe('of-the-import');
    expect(partnerOf(address, '{"partner_id":"that-invites"}')).toBeNull();
  });
});

test('a form keeps what was edited when another member saves, and the other fields follow', () => {
  const was = { display_name: 'Acme', logo_url: '', color: '', privacy_url: '' };
  const now = { ...was, display_name: 'Acme Ltd' };
  const saved = { ...was, display_name: 'ACME', color: '#112233' };
  expect(followed(was, now, saved)).toEqual({ ...now, color: '#112233' });
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
