import { describe, expect, test } from '@jest/globals';
import type { Answer } from '../../lambdas/connect/answer.ts';
import { answer } from '../../lambdas/connect/site.ts';
import { eventOf } from '../../tools/harness/connect-request.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import { baseUrl, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const places = ['start', 'cancel', 'choose', 'pin', 'finish'] as const;
type Place = (typeof places)[number];

interface Sent {
  readonly cookie?: string | undefined;
  readonly proof?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const send = ({ token }: Link, place: Place, { cookie, proof, headers }: Sent): Promise<Answer> => {
  const path = `/connect/${token}/${place}`;
  const fields = { number: '1', pin: '123456', code: 'code', ...(proof !== undefined && { proof }) };
  const event = eventOf('POST', path, {}, cookie === undefined ? [] : [cookie], fields);
  return answer(scene.site(), { ...event, headers: { ...event.headers, ...headers } });
};

/** What the page of a link gives to the browser that opens it. */
const opened = async (link: Link): Promise<Pick<Sent, 'cookie' | 'proof'>> => {
  const { cookies = [], body = '' } = await scene.open(link);
  return { cookie: cookies[0]?.split(';')[0], proof: /name="proof" value="([^"]+)"/.exec(body)?.[1] };
};

const expectRefused = async (link: Link, sent: Answer): Promise<void> => {
  expect(sent.statusCode).toBe(403);
  expect(sent.headers?.['location']).toBeUndefined();
  expect(sent.cookies).toBeUndefined();
  expect(await scene.session(link)).toMatchObject({ session: { status: 'open' }, signUps: [], revision: 1 });
  expect((await scenery.state()).calls).toEqual([]);
};

// https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
describe('a form that another site sends', () => {
  test.each(places)('to /%s changes nothing', async (place) => {
    scene.launch = place === 'finish' ? 'sdk' : 'dialog';
    const link = await scene.newInstance();
    const { proof } = await opened(link);
    const other = await opened(await scene.newInstance());
    for (const sent of [
      {},
      // The browser of the victim has no cookie, or one that the other site does not know.
      { proof },
      { ...other, proof },
      { ...other, proof: '' },
    ]) {
      await expectRefused(link, await send(link, place, sent));
    }
  });

  test.each([
    { origin: 'https://evil.example' },
    { origin: `${baseUrl}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: baseUrl, 'sec-fetch-site': 'cross-site' },
  ])('is recognised by %j, whatever its fields', async (headers) => {
    const link = await scene.newInstance();
    await expectRefused(link, await send(link, 'start', { ...(await opened(link)), headers }));
  });

  test('is not taken from a body that is no form', async () => {
    const link = await scene.newInstance();
    const headers = { 'content-type': 'text/plain' };
    await expectRefused(link, await send(link, 'start', { ...(await opened(link)), headers }));
  });
});

describe('a form of the page itself', () => {
  test.each([{}, { origin: baseUrl }, { origin: baseUrl, 'sec-fetch-site': 'same-origin' }])(
    'is taken with %j',
    async (headers) => {
      const link = await scene.newInstance();
      const started = await send(link, 'start', { ...(await opened(link)), headers });
      expect(started.statusCode).toBe(303);
      expect((await scene.session(link)).signUps).toHaveLength(1);
    },
  );

  test('is sent with a value that is used once', async () => {
    const link = await scene.newInstance();
    const { cookies = [] } = await send(link, 'start', await opened(link));
    expect(cookies).toContainEqual(expect.stringMatching(/^__Host-connect-page=; Max-Age=0; /));
    expect((await opened(link)).proof).not.toBe((await opened(link)).proof);
  });

  test('is still good after the page was opened in another tab', async () => {
    const link = await scene.newInstance();
    const { cookie, proof } = await opened(link);
    const again = await scene.visit('GET', `/connect/${link.token}`, {}, scene.deps, [cookie ?? '']);
    expect(again.body).toContain(`name="proof" value="${proof ?? ''}"`);
    expect((await send(link, 'start', { cookie, proof })).statusCode).toBe(303);
  });

  test('has a cookie that this host alone can set, that no script reads and that no other site makes a browser send', async () => {
    const { cookies: [cookie = ''] = [] } = await scene.open(await scene.newInstance());
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^__Host-connect-page=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
  });
});
