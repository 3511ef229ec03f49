import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { access, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureCertificates } from '../../local/certificates.ts';
import type { Certificates } from '../../local/certificates.ts';

const DAY = 86_400_000;

describe('the local certificates', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'certificates-'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  test.each(['127.0.0.1', 'localhost'])('are accepted for %s only by who trusts the CA file', async (host) => {
    const { caFile, server } = await ensureCertificates(directory);
    const ca = await readFile(caFile, 'utf8');
    await expect(statusOf(server, host, ca)).resolves.toBe(200);
    await expect(statusOf(server, host, undefined)).rejects.toThrow(/certificate/);
  });

  test('are the same after a restart', async () => {
    const first = await ensureCertificates(directory);
    const second = await ensureCertificates(directory);
    expect(pemsOf(second)).toEqual(pemsOf(first));
  });

  test('are renewed 30 days before their end, not earlier', async () => {
    const first = await ensureCertificates(directory);
    const end = new X509Certificate(first.server.cert).validToDate.getTime();
    const early = await ensureCertificates(directory, () => end - 31 * DAY);
    expect(pemsOf(early)).toEqual(pemsOf(first));
    const late = await ensureCertificates(directory, () => end - 29 * DAY);
    expect(late.server.cert).not.toBe(first.server.cert);
    expect(new X509Certificate(late.server.cert).validToDate.getTime()).toBeGreaterThan(end + 300 * DAY);
  });

  test.each(['ca.pem', 'server.pem', 'server-key.pem'])('are made anew when %s is damaged', async (file) => {
    const first = await ensureCertificates(directory);
    await writeFile(join(directory, 'certificates', file), 'damaged');
    const second = await ensureCertificates(directory);
    expect(second.server.key).not.toBe(first.server.key);
    await expect(statusOf(second.server, 'localhost', second.ca)).resolves.toBe(200);
  });

  test('keep their one private key for its owner, and no key of the CA at all', async () => {
    await ensureCertificates(directory);
    const files = await readdir(join(directory, 'certificates'));
    expect(files.sort()).toEqual(['ca.pem', 'server-key.pem', 'server.pem']);
    const { mode } = await stat(join(directory, 'certificates', 'server-key.pem'));
    expect(mode & 0o777).toBe(0o600);
    await expect(readFile(join(directory, 'certificates', 'ca.pem'), 'utf8')).resolves.not.toContain('PRIVATE');
  });

  test('without a data directory leave nothing behind when removed', async () => {
    const { caFile, remove } = await ensureCertificates(undefined);
    await access(caFile);
    await remove();
    await expect(access(caFile)).rejects.toThrow('ENOENT');
  });

  test('in a data directory stay when removed', async () => {
    const { caFile, remove } = await ensureCertificates(directory);
    await remove();
    await expect(access(caFile)).resolves.toBeUndefined();
  });
});

function pemsOf({ ca, server }: Certificates): unknown {
  return { ca, server };
}

async function statusOf(tls: Certificates['server'], host: string, ca: string | undefined): Promise<number> {
  const server = createServer(tls, (_request, response) => response.end());
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  try {
    return await new Promise<number>((resolve, reject) => {
      const trust = ca === undefined ? {} : { ca };
      // localhost may look up as ::1, where nothing listens.
      get(
        {
          host: '127.0.0.1',
          port,
          servername: host === 'localhost' ? host : '',
          headers: { host },
          agent: false,
          ...trust,
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      ).on('error', reject);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
