import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ControlError, readControl, refusesForeignSite } from '@swift-worker/loopback/control.ts';
import { sendJson } from '@swift-worker/loopback/exchange.ts';
import type { BuiltSite } from '../built-site.ts';
import { contentTypeOf } from '../media-types.ts';
import { logo, systemLook } from '../../lambdas/kernel/look.ts';
import { statusPageKey, statusPath, statusRecordKey } from '../../lambdas/kernel/status-page.ts';
import { docsPath } from '../../lib/docs-site/paths.ts';
import { staticHeaders, type StaticHeaders } from '../../lib/static-headers.ts';
import { statusPolicy } from '../../lib/status-policy.ts';
import { defaultStateFile } from '../state-file.ts';
import { docsFile } from './docs-files.ts';
import { consolePage, consolePolicy } from './page.ts';
import { invited, readState, type ConsoleSources } from './read-state.ts';
import { bundleScript } from './script.ts';

export type Console = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface File {
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Partial<StaticHeaders>;
  /** Left out: 200. */
  readonly status?: number;
}

const stylesheet = path.join(import.meta.dirname, 'style.css');

/** Asks once and keeps the result; asks again only after a failure. */
const remembered = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
};

const consoleHeaders = { 'content-security-policy': consolePolicy };

const sendFile = (response: ServerResponse, { type, body, headers, status = 200 }: File): void => {
  response
    .writeHead(status, {
      'content-type': contentTypeOf(type),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(body);
};

const issueToken = async (sources: ConsoleSources, request: IncomingMessage, response: ServerResponse) => {
  try {
    const { email } = await readControl(request, z.strictObject({ email: z.string() }));
    const seeded = sources.description.partners.flatMap(({ members }) => members.map((member) => member.email));
    if ([...seeded, ...invited(sources).map(({ to }) => to)].includes(email))
      sendJson(response, 200, { token: await sources.services.issueToken(email) });
    else sendJson(response, 404, { error: 'There is no such member.' });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    sendJson(response, 400, { error: error.message });
  }
};

/** An object of the status page, in a stage with a probe. */
const statusFile = ({ description: { outputs }, services }: ConsoleSources, key: string, type: string): File => {
  const { StatusBucketName: bucket } = outputs;
  const body = bucket === undefined ? null : services.readObject(bucket, key);
  return body === null
    ? { status: 404, type: 'text/plain', body: 'The probe has not run yet.\n' }
    : { type, body, headers: staticHeaders(statusPolicy) };
};

/** Answers `/`, `/console/…`, `/docs/…` and `/status/…`: the page for the person who started the stack, the documentation and the status. */
export const createConsole = (sources: ConsoleSources, docs: BuiltSite): Console => {
  const { description, stateFile = defaultStateFile } = sources;
  const run = randomUUID();
  const script = remembered(bundleScript);
  const files: Readonly<Record<string, () => Promise<File>>> = {
    '/': () =>
      Promise.resolve({ type: 'text/html', body: consolePage(description, stateFile), headers: consoleHeaders }),
    [statusPath]: () => Promise.resolve(statusFile(sources, statusPageKey, 'text/html')),
    [`/${statusRecordKey}`]: () => Promise.resolve(statusFile(sources, statusRecordKey, 'application/json')),
    '/console/style.css': async () => ({
      type: 'text/css',
      body: `${systemLook()}${await readFile(stylesheet, 'utf8')}`,
    }),
    '/console/icon.svg': () => Promise.resolve({ type: 'image/svg+xml', body: logo }),
    '/console/console.js': async () => ({ type: 'text/javascript', body: await script() }),
  };
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    // Node.js leaves out the body of an answer to HEAD.
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const call = `${method} ${url.pathname}`;
    const file = method === 'GET' && Object.hasOwn(files, url.pathname) ? files[url.pathname] : undefined;
    if (refusesForeignSite(request, response)) return;
    if (file !== undefined) sendFile(response, await file());
    else if (call === 'GET /docs') response.writeHead(308, { location: docsPath }).end();
    else if (call.startsWith(`GET ${docsPath}`)) sendFile(response, await docsFile(docs, url.pathname));
    else if (call === 'GET /console/state') {
      const state = await readState(sources, run, new Date().toISOString());
      sendJson(response, 200, state, { 'cache-control': 'no-store' });
    } else if (call === 'POST /console/token') await issueToken(sources, request, response);
    else sendJson(response, 404, { error: 'The console has no such page.' });
  };
};
