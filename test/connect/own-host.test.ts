import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { answer } from '../../lambdas/connect/site.ts';
import { baseUrl } from '../../tools/harness/connect-scenery.ts';
import { eventOf } from '../../tools/harness/connect-request.ts';
import type { Scene } from '../../tools/harness/connect-scene.ts';
import { location } from './page-answers.ts';
import { withScenes } from './suite-scene.ts';

let scene: Scene;
withScenes((started) => {
  scene = started;
});

interface Hosts {
  readonly host?: string;
  readonly 'x-viewer-host'?: string;
}

const asked = (headers: Hosts, path: string, query = {}) => {
  const event = eventOf('GET', path, query);
  return answer(
    { ...scene.site(), ownHost: true, randomBytes },
    { ...event, headers: { ...event.headers, ...headers } },
  );
};

test('a page is on the host of the hosted pages alone: every other leads there', async () => {
  const { token } = await scene.newInstance();
  const path = `/connect/${token}`;
  const { host } = new URL(baseUrl);
  expect((await asked({ host }, path)).statusCode).toBe(200);
  expect((await asked({ host: 'origin.example', 'x-viewer-host': host }, path)).statusCode).toBe(200);
  for (const headers of [{ host: 'portal.example' }, { host, 'x-viewer-host': 'portal.example' }, {}]) {
    expect(location(await asked(headers, path, { notice: 'declined' }))).toEqual([
      308,
      `${baseUrl}${path}?notice=declined`,
    ]);
  }
  expect(location(await asked({ host: 'portal.example' }, '/connect/callback', { code: 'c', state: 's' }))).toEqual([
    308,
    `${baseUrl}/connect/callback?code=c&state=s`,
  ]);
});
