import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { asOwnWork, begunBy, logger } from '../../lambdas/runtime/logger.ts';
import { openOutbound } from '../../lambdas/runtime/outbound.ts';
import { serve } from '../../lambdas/runtime/serve.ts';
import { spend } from '../../lambdas/runtime/spent.ts';
import { invocation } from './invocation.ts';

const root = '1-6929c9a0-a006649127e371903a2de979';
const daemon = createSocket('udp4');
const received: string[] = [];

beforeAll(async () => {
  daemon.on('message', (message) => received.push(message.toString()));
  daemon.bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  process.env['AWS_XRAY_DAEMON_ADDRESS'] = `127.0.0.1:${daemon.address().port}`;
});
afterEach(() => {
  received.length = 0;
  delete process.env['_X_AMZN_TRACE_ID'];
});
afterAll(() => {
  delete process.env['AWS_XRAY_DAEMON_ADDRESS'];
  daemon.close();
});

const invoke = async (sampled: 0 | 1, work: () => Promise<void>): Promise<void> => {
  process.env['_X_AMZN_TRACE_ID'] = `Root=${root};Parent=53995c3f42cd8ad8;Sampled=${sampled};Lineage=1:a87bd80c:0`;
  await serve(
    logger(() => undefined, {}),
    work,
  )({}, invocation('any'));
};

const documents = async (count: number): Promise<readonly Record<string, unknown>[]> => {
  while (received.length < count) await once(daemon, 'message');
  return received.map((text) => {
    const [header = '', document = ''] = text.split('\n');
    expect(JSON.parse(header)).toEqual({ format: 'json', version: 1 });
    return JSON.parse(document) as Record<string, unknown>;
  });
};

const id = expect.stringMatching(/^[0-9a-f]{16}$/);

test('each call of a sampled invocation is in its trace, under the call to the API that began it', async () => {
  await invoke(1, async () => {
    await Promise.all([
      asOwnWork(async () => {
        // A worker reads a record before it knows who began it.
        spend({ service: 'dynamodb', operation: 'GetItem', ms: 4 });
        await Promise.resolve();
        begunBy('call-one');
        spend({ service: 'platform', operation: 'POST /*/register', ms: 250 });
      }),
      asOwnWork(() => {
        begunBy('call-two');
        spend({ service: 'kms', operation: 'Decrypt', ms: 9, attempts: 3 });
        return Promise.resolve();
      }),
    ]);
  });
  const [one, two] = await documents(2);
  expect(one).toEqual({
    trace_id: root,
    parent_id: '53995c3f42cd8ad8',
    id,
    type: 'subsegment',
    name: 'calls',
    start_time: expect.any(Number),
    end_time: expect.any(Number),
    annotations: { request_id: 'call-one' },
    subsegments: [
      expect.objectContaining({ id, name: 'dynamodb', namespace: 'aws', aws: { operation: 'GetItem', retries: 0 } }),
      expect.objectContaining({
        name: 'platform',
        namespace: 'remote',
        metadata: { default: { operation: 'POST /*/register' } },
      }),
    ],
  });
  expect(two).toMatchObject({
    annotations: { request_id: 'call-two' },
    subsegments: [{ name: 'kms', aws: { retries: 2 } }],
  });
  const [{ start_time: start, end_time: end }] = two?.['subsegments'] as [{ start_time: number; end_time: number }];
  expect(end - start).toBeCloseTo(0.009, 5);
});

test('a delivery is under the call that led to its event', async () => {
  await invoke(1, async () => {
    const { send } = openOutbound({});
    const headers = { 'x-request-id': 'call-three' };
    await send({ method: 'POST', url: 'https://127.0.0.1/hook', headers, body: Buffer.from('{}') });
  });
  expect(await documents(1)).toMatchObject([
    { annotations: { request_id: 'call-three' }, subsegments: [{ name: 'endpoint', namespace: 'remote' }] },
  ]);
});

test('an invocation that is not sampled sends nothing, and one of a million calls sends one small document', async () => {
  await invoke(0, () => {
    spend({ service: 'dynamodb', operation: 'GetItem', ms: 1 });
    return Promise.resolve();
  });
  await invoke(1, () => {
    for (let made = 0; made < 1_000_000; made += 1)
      spend({ service: 'dynamodb', operation: 'TransactWriteItems', ms: 1_000, attempts: 4 });
    return Promise.resolve();
  });
  await documents(1);
  expect(received).toHaveLength(1);
  expect(Buffer.byteLength(received[0] ?? '')).toBeLessThan(64_000);
});
