import { expect, test } from '@jest/globals';
import { readAccountLines } from '../../portal/src/api/account-lines.ts';
import { readNames } from '../../portal/src/api/template-names.ts';

type Client = Parameters<typeof readNames>[0];
const { signal } = new AbortController();

test('the names before an answer that does not come are there, with the reason', async () => {
  const lost = new Error('no answer');
  const call = (_: string, { cursor }: { readonly cursor: string }): Promise<object> =>
    cursor === ''
      ? Promise.resolve({ body: { names: [{ name: 'sale' }], accounts: 2, next_cursor: 'on' } })
      : Promise.reject(lost);
  const client = { call } as unknown as Client;
  expect(await readNames(client, signal)).toEqual({ names: [{ name: 'sale' }], accounts: 2, unread: lost });
  const none = { call: () => Promise.reject(lost) } as unknown as Client;
  await expect(readNames(none, signal)).rejects.toBe(lost);
});

test('the lines of many accounts are read four accounts at once, and one that fails is left out', async () => {
  let running = 0;
  let most = 0;
  const call = async (_: string, { platform_waba_id: id }: { readonly platform_waba_id?: string }): Promise<object> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (id === '3') throw new Error('no answer');
    return {
      body: { items: [{ platform_waba_id: id ?? '0', instance_key: `key-${id ?? '0'}`, customer_name: null }] },
    };
  };
  const ids = Array.from({ length: 10 }, (_, place) => String(place));
  const lines = new Map(await readAccountLines({ call } as unknown as Client, ids, signal));
  expect(most).toBe(4);
  expect(Array.from(lines.keys()).toSorted()).toEqual(ids.filter((id) => id !== '3'));
  expect(lines.get('9')).toEqual([{ number: 'key-9', customer: null }]);
});
