import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSocket, type Socket } from 'node:dgram';
import { createResolve, type Resolve } from '../../lambdas/outbound/resolver.ts';

const A = 1;
const AAAA = 28;
const serverFailure = 2;
const noSuchName = 3;

/** What the name server does for a record type: addresses as bytes, a failure code, or silence. */
type Behaviour = readonly (readonly number[])[] | number | 'silence';

let nameServer: Socket;
let resolve: Resolve;
let behaviour: Readonly<Record<number, Behaviour>> = {};
const never = new AbortController().signal;

/** An answer that repeats the question: https://www.rfc-editor.org/rfc/rfc1035#section-4.1 */
const answerTo = (query: Buffer, behave: readonly (readonly number[])[] | number): Buffer => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const type = question.readUInt16BE(question.length - 4);
  const code = typeof behave === 'number' ? behave : 0;
  const records = typeof behave === 'number' ? [] : behave;
  const head = Buffer.from([0x81, 0x80 | code, 0, 1, 0, records.length, 0, 0, 0, 0]);
  const answers = records.map((address) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]),
  );
  return Buffer.concat([query.subarray(0, 2), head, question, ...answers]);
};

beforeEach(async () => {
  nameServer = createSocket('udp4', (query, from) => {
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1);
    const behave = behaviour[type] ?? [];
    if (behave !== 'silence') nameServer.send(answerTo(query, behave), from.port, from.address);
  });
  const { promise, resolve: listening } = Promise.withResolvers<undefined>();
  nameServer.bind(0, '127.0.0.1', () => {
    listening(undefined);
  });
  await promise;
  resolve = createResolve([`127.0.0.1:${nameServer.address().port}`]);
});

afterEach(() => {
  nameServer.close();
});

test('a name has all its addresses, IPv4 first', async () => {
  behaviour = {
    [A]: [
      [93, 184, 216, 34],
      [127, 0, 0, 1],
    ],
    [AAAA]: [[0x26, 0x06, ...new Array<number>(13).fill(0), 1]],
  };
  const addresses = await resolve('hooks.example.com', never);
  expect([...addresses.slice(0, 2)].sort()).toEqual(['127.0.0.1', '93.184.216.34']);
  expect(addresses.slice(2)).toEqual(['2606::1']);
});

test('a name without addresses has none, and neither has one that does not exist', async () => {
  behaviour = {};
  expect(await resolve('hooks.example.com', never)).toEqual([]);
  behaviour = { [A]: noSuchName, [AAAA]: noSuchName };
  expect(await resolve('hooks.example.com', never)).toEqual([]);
});

test('a name server that fails for IPv6 only still gives IPv4', async () => {
  behaviour = { [A]: [[93, 184, 216, 34]], [AAAA]: serverFailure };
  expect(await resolve('hooks.example.com', never)).toEqual(['93.184.216.34']);
});

test('a name server that fails is no answer', async () => {
  behaviour = { [A]: serverFailure, [AAAA]: serverFailure };
  await expect(resolve('hooks.example.com', never)).rejects.toMatchObject({ code: 'ESERVFAIL' });
  behaviour = { [A]: serverFailure };
  await expect(resolve('hooks.example.com', never)).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('a name server that stays silent is left when the caller leaves', async () => {
  behaviour = { [A]: 'silence', [AAAA]: 'silence' };
  const caller = new AbortController();
  nameServer.once('message', () => {
    caller.abort();
  });
  await expect(resolve('hooks.example.com', caller.signal)).rejects.toMatchObject({ code: 'ECANCELLED' });
});
