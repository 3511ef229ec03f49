import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ChildProcess } from 'node:child_process';
import { expect } from '@jest/globals';
import { signedHeaders } from '../../lambdas/domain/webhook/signature.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });

/** A free port below those that Linux gives to connections. The search starts at a different port for each offset and process. */
export const freePort = async (offset: number): Promise<number> => {
  let port = 20_000 + ((2 * process.pid + offset) % 12_000);
  while (!(await isFree(port))) port += 2;
  return port;
};

/**
 * Starts the endpoint of the guide to events. It must pass the handshake, and accept requests of the service and the platform only.
 * @param offset another one for each program, so that their ports differ
 */
export const expectEndpoint = async (
  { partner }: WholeStack,
  offset: number,
  start: (variables: Readonly<Record<string, string>>) => ChildProcess,
): Promise<void> => {
  const port = await freePort(offset);
  const url = `http://127.0.0.1:${port}/hooks/${randomBytes(16).toString('hex')}`;
  const server = start({ PORT: String(port), WEBHOOK_URL: url });
  const handshake = (token: string): Promise<Response> =>
    fetch(`${url}?hub.mode=subscribe&hub.challenge=4711&hub.verify_token=${encodeURIComponent(token)}`);
  try {
    const answer = await until(
      () => handshake(partner.verify_token).catch(() => null),
      (found) => found !== null,
    );
    expect([answer?.status, await answer?.text()]).toEqual([200, '4711']);
    expect((await handshake('another')).status).toBe(403);
    const about = { api_version: '1.1.0', timestamp: new Date().toISOString(), partner_id: partner.partner_id };
    const body = JSON.stringify({ id: 'e-1', type: 'service.ping', ...about, environment: 'local', data: {} });
    const headers = { ...signedHeaders([partner.webhook_secret], 'e-1', Date.now(), Buffer.from(body)) };
    const post = async (to: string, more: Record<string, string>, sent: string): Promise<number> =>
      (await fetch(to, { method: 'POST', headers: more, body: sent })).status;
    expect(await post(url, headers, body)).toBe(200);
    expect(await post(url, headers, `${body} `)).toBe(400);
    // The platform's own request, signed with the secret of an app that the partner does not have.
    const callback = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
    const mac = createHmac('sha256', 'secret of the app').update(callback).digest('hex');
    const platform = { 'x-hub-signature-256': `sha256=${mac}` };
    expect(await post(url, platform, callback)).toBe(200);
    expect(await post(`http://127.0.0.1:${port}/hooks/guessed`, platform, callback)).toBe(400);
    expect(await post(url, {}, callback)).toBe(400);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
};
