import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { forwarder } from '../../listen/forward.ts';
import type { ForwardedEvent } from '../../listen/forwarded-event.ts';
import { linesTo } from '../../listen/lines.ts';
import { verifyEvent } from '../../packages/client/src/webhook.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const now = () => Date.UTC(2026, 2, 1, 12);
const event: ForwardedEvent = {
  id: 'e-1',
  type: 'service.partner.customer.updated',
  body: '{"id":"e-1","name":"Café 東京"}',
};

interface Taken {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A developer's server that answers with these statuses in turn. */
const serverWith = async (statuses: readonly number[]): Promise<{ readonly target: URL; readonly taken: Taken[] }> => {
  const taken: Taken[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = statuses[taken.length] ?? 200;
      taken.push({ headers: request.headers, body });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('what it answers');
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { target: new URL(`http://127.0.0.1:${port}/hooks`), taken };
};

const forwardedTo = async (
  target: URL,
): Promise<{ readonly accepted: boolean; readonly said: string; readonly waits: readonly number[] }> => {
  const said: string[] = [];
  const waits: number[] = [];
  const forward = forwarder({
    target,
    secret,
    lines: linesTo((line) => said.push(line), target),
    now,
    wait: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
  });
  const accepted = await forward(event);
  return { accepted, said: said.join(''), waits };
};

test('an event arrives with its exact body, both signatures and its id', async () => {
  const { target, taken } = await serverWith([204]);
  const { accepted, said } = await forwardedTo(target);
  const [{ headers, body } = { headers: {}, body: '' }] = taken;
  expect([accepted, taken.length, body]).toEqual([true, 1, event.body]);
  expect(await verifyEvent({ headers, body }, { secret, now })).toMatchObject({ id: 'e-1' });
  const mac = createHmac('sha256', secret).update(event.body).digest('hex');
  expect(headers['x-hub-signature-256']).toBe(`sha256=${mac}`);
  expect([headers['webhook-id'], headers['content-type']]).toEqual(['e-1', 'application/json; charset=utf-8']);
  expect(said).toMatch(/^\d\d:\d\d:\d\d {2}service\.partner\.customer\.updated +e-1 {2}\S*204\S* {2}0 ms\n$/);
});

test('a refused event is tried again with the same id, and each attempt has a line', async () => {
  const { target, taken } = await serverWith([500, 302, 200]);
  const { accepted, said, waits } = await forwardedTo(target);
  expect([accepted, waits]).toEqual([true, [1_000, 2_000]]);
  expect(taken.map(({ headers }) => headers['webhook-id'])).toEqual(['e-1', 'e-1', 'e-1']);
  expect(said).toMatch(/500.*attempt 1 of 4, again in 1 s\n.*302.*attempt 2 of 4, again in 2 s\n.*200.*attempt 3\n$/);
});

test('after four attempts the event is given up', async () => {
  const { target, taken } = await serverWith([500, 500, 500, 500]);
  const { accepted, said, waits } = await forwardedTo(target);
  expect([accepted, taken.length, waits]).toEqual([false, 4, [1_000, 2_000, 5_000]]);
  expect(said).toMatch(/attempt 4 of 4\n +e-1 was not accepted, the next event follows\n$/);
});

test('when nothing listens, the lines say what to do', async () => {
  const { target } = await serverWith([]);
  const [server] = servers.splice(0);
  server?.close();
  const { accepted, said } = await forwardedTo(target);
  expect(accepted).toBe(false);
  expect(said).toContain(`nothing listens at ${target.host}. Start your server there`);
});

test('no line has the secret, the body or what the server answers', async () => {
  const { target } = await serverWith([500, 200]);
  const { said } = await forwardedTo(target);
  expect(said).not.toMatch(/whsec_|Café|what it answers|sha256=|v1,/);
});
