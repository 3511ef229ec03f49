import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Answer } from '../../lambdas/connect/answer.ts';
import { mortal } from '../mortal.ts';
import { changePartner } from './change-partner.ts';
import { location, seen } from './page-answers.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const pageOf = (link: Link, query: Record<string, string> = {}): Promise<Answer> =>
  scene.visit('GET', `/connect/${link.token}`, query);

/** A session that is being connected, by a worker that does not continue. */
const underWay = async (): Promise<Link> => {
  const link = await scene.newInstance({ success_url: 'https://partner.example/done' });
  await scene.comeBack(link, await scene.signUp(link), mortal(scene.deps, { effect: 8, when: 'before' }).deps);
  return link;
};

describe('the page of an open link', () => {
  test("shows the partner's name, and nothing of the partner’s own data", async () => {
    const { body = '', statusCode } = await pageOf(await scene.newInstance());
    expect(statusCode).toBe(200);
    expect(body).toContain('<strong><bdi>Test</bdi></strong> asks to connect your business’s phone number');
    expect(body).not.toContain('Label of the partner');
    expect(body).not.toContain('Secret Acme');
  });

  test('needs no script, and all of its forms are shown', async () => {
    const link = await scene.newInstance();
    const { body = '' } = await pageOf(link);
    expect(body).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect(body).toContain(`<form method="post" action="/connect/${link.token}/start">`);
    expect(body).toContain(`<form method="post" action="/connect/${link.token}/cancel">`);
    expect(body).toContain('<html lang="en" dir="ltr">');
    expect(body).toContain('<meta name="robots" content="noindex, nofollow" />');
  });

  test('can be previewed without consuming the link', async () => {
    const link = await scene.newInstance();
    const before = [await scene.session(link), await scene.instance(link)];
    const paths = ['', '/start', '/cancel', '/progress'];
    for (const method of ['GET', 'HEAD']) {
      for (const path of paths) {
        const answered = await scene.visit(method, `/connect/${link.token}${path}`);
        expect([200, 303]).toContain(answered.statusCode);
        if (method === 'HEAD') expect(answered.body).toBe('');
      }
    }
    expect([await scene.session(link), await scene.instance(link)]).toEqual(before);
    expect((await scenery.state()).calls).toEqual([]);
  });

  test('leads to the sign-up with a random state that is not the link', async () => {
    const link = await scene.newInstance();
    const [status, target] = location(await scene.press(link, 'start'));
    const dialog = new URL(String(target));
    const { state, ...asked } = Object.fromEntries(dialog.searchParams);
    expect([status, dialog.origin + dialog.pathname]).toEqual([303, scenery.platform.dialogUrl]);
    expect(asked).toEqual({
      client_id: '100000000000001',
      redirect_uri: 'https://api.example/connect/callback',
      response_type: 'code',
      config_id: '200000000000001',
      override_default_response_type: 'true',
      extras: JSON.stringify({ version: 'v4', setup: {}, featureType: 'whatsapp_business_app_onboarding' }),
    });
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(state).not.toBe(link.token);
  });

  test('shows only the outcome when the sign-up was declined or failed', async () => {
    const link = await scene.newInstance();
    const back = async (query: Record<string, string>): Promise<Answer> => {
      await scene.signUp(link);
      const { state, cookies } = scene.begun(link);
      return scene.visit('GET', '/connect/callback', { state, ...query }, scene.deps, cookies);
    };
    const page = `/connect/${link.token}`;
    expect(location(await back({ error: 'access_denied' }))).toEqual([303, `${page}?notice=declined`]);
    expect(location(await back({ error: 'server_error' }))).toEqual([303, `${page}?notice=interrupted`]);
    expect(location(await back({}))).toEqual([303, `${page}?notice=interrupted`]);
    expect((await pageOf(link, { notice: 'declined' })).body).toContain('You stopped before the end');
    expect((await pageOf(link, { notice: 'interrupted' })).body).toContain('did not get through');
    expect((await pageOf(link, { notice: '<b>' })).body).not.toContain('role="status"');
    expect((await scene.session(link)).session.status).toBe('open');
  });

  test('of a reconnection shows the number, to its owner only', async () => {
    const first = await scene.newInstance();
    await scene.connect(first);
    const { instance } = await scene.instance(first);
    const shown = instance.display_phone_number ?? '';
    const { body = '' } = await pageOf(await scene.invite(first.instanceId, 'reconnect'));
    expect(body).toContain(`ends in <bdi dir="ltr">${shown.slice(-4)}</bdi>`);
    expect(body).toContain(instance.verified_name);
    expect(body).not.toContain(shown);
  });

  test('explains how to move a number from another provider, unless it is connected already', async () => {
    const link = await scene.newInstance();
    const moves = 'Does the number work with another provider now?';
    expect((await pageOf(link)).body).toContain(moves);
    await scene.connect(link);
    expect((await pageOf(await scene.invite(link.instanceId, 'reconnect'))).body).not.toContain(moves);
  });

  test('escapes the values it shows', async () => {
    await changePartner(scenery.table, scene.partnerId, { name: `<script>alert("x")</script> & 'Co'` });
    const { body = '' } = await pageOf(await scene.newInstance());
    expect(body).toContain('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62; &#38; &#39;Co&#39;');
    expect(body).not.toContain('<script');
  });
});

describe('the page of a used link', () => {
  test('reloads itself while the session is being connected, and shows the progress', async () => {
    const link = await underWay();
    for (const path of ['', '/progress']) {
      const { body = '', statusCode } = await scene.visit('GET', `/connect/${link.token}${path}`);
      expect(statusCode).toBe(200);
      expect(body).toContain(`http-equiv="refresh" content="3; url=/connect/${link.token}/progress"`);
      expect(body).toMatch(/class="done">\s*Finding the phone number/);
      expect(body).toMatch(/class="now" aria-current="step">\s*Making the phone number ready/);
    }
    expect(location(await scene.press(link, 'start'))).toEqual([303, `/connect/${link.token}`]);
    expect(location(await scene.press(link, 'cancel'))).toEqual([303, `/connect/${link.token}/progress`]);
    expect((await scene.session(link)).session.status).toBe('in_progress');
  });

  test('redirects the waiting browser to the partner when the instance is connected', async () => {
    const link = await underWay();
    scenery.clock.pass(61_000);
    await scene.resume(link);
    expect(location(await scene.visit('GET', `/connect/${link.token}/progress`))).toEqual([
      303,
      `https://partner.example/done?session_id=${link.sessionId}&status=completed`,
    ]);
  });

  test('says that the number is connected, with a link to the partner', async () => {
    const link = await scene.newInstance({ return_url: 'https://partner.example/back?a=1&b=2' });
    await scene.connect(link);
    const answered = await pageOf(link);
    expect(seen(answered)).toEqual([200, 'Your number is connected']);
    const target = `https://partner.example/back?a=1&#38;b=2&#38;session_id=${link.sessionId}&#38;status=completed`;
    expect(answered.body).toContain(`href="${target}">Back to <bdi>Test</bdi></a>`);
    // Another press, or another return, changes nothing.
    const calls = (await scenery.state()).calls.length;
    expect(location(await scene.press(link, 'start'))).toEqual([303, `/connect/${link.token}`]);
    expect(location(await scene.comeBack(link, 'a-code'))).toEqual([303, `/connect/${link.token}/progress`]);
    expect((await scenery.state()).calls).toHaveLength(calls);
    expect(await scene.timesConnected(link)).toBe(1);
  });

  test('says why the platform blocks the number and what to do, until it does not, as does a link to reconnect', async () => {
    const waba = '700000000000003';
    const error = { error_code: 141_006, error_description: 'No payment method.', possible_solution: 'Add one.' };
    await scenery.control({ waba: { id: waba, health_errors: [error, { ...error, error_code: 9 }] } });
    const link = await scene.newInstance();
    await scene.connect(link, { waba });
    const again = await scene.invite(link.instanceId, 'reconnect');
    const bodies = async (): Promise<readonly string[]> => [
      (await pageOf(link)).body ?? '',
      (await pageOf(again)).body ?? '',
    ];
    expect(seen(await pageOf(link))).toEqual([200, 'Your number is connected, but can’t send messages yet']);
    for (const body of await bodies()) {
      expect(body).toContain('lets <strong><bdi>Test</bdi></strong> send no messages with this number');
      expect(body).toContain('Your business account has no valid payment method');
      expect(body).toContain('open the payment settings of your account');
      expect(body).toContain('href="https://business.facebook.com/wa/manage/home/"');
      expect(body).not.toContain('nothing more to do');
    }
    await scenery.control({ waba: { id: waba, health_errors: [{ ...error, error_code: 9 }] } });
    await scene.command('refresh-partner-instance-platform', { instance_id: link.instanceId });
    for (const body of await bodies()) {
      expect(body).toContain('send no messages');
      expect(body).not.toContain('payment');
      expect(body).toContain('https://business.facebook.com/wa/manage/home/');
    }
    await scenery.control({ waba: { id: waba, health_errors: [{ ...error, can_send_message: 'LIMITED' }] } });
    scenery.clock.pass(60_000);
    await scene.command('refresh-partner-instance-platform', { instance_id: link.instanceId });
    expect(seen(await pageOf(link))).toEqual([200, 'Your number is connected']);
    for (const body of await bodies()) expect(body).toContain('send only some messages');
    await scenery.control({ waba: { id: waba, health_errors: [] } });
    scenery.clock.pass(60_000);
    await scene.command('refresh-partner-instance-platform', { instance_id: link.instanceId });
    for (const body of await bodies()) expect(body).not.toMatch(/no messages|only some/);
  });

  test('says that the session was cancelled, when the partner has no page for that', async () => {
    const link = await scene.newInstance();
    expect(location(await scene.press(link, 'cancel'))).toEqual([303, `/connect/${link.token}`]);
    expect(seen(await pageOf(link))).toEqual([410, 'You cancelled']);
    const other = await scene.newInstance({
      cancel_url: 'https://partner.example/no',
      return_url: 'https://else.example',
    });
    expect(location(await scene.press(other, 'cancel'))).toEqual([
      303,
      `https://partner.example/no?session_id=${other.sessionId}&status=cancelled`,
    ]);
  });

  test('says how to resolve a failure, without the platform’s error text', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const body = { error: { code: 100, message: 'Inner words of the platform' } };
    await scenery.control({ fault: { path: '/debug_token', status: 400, body } });
    await scene.comeBack(link, code);
    const answered = await pageOf(link);
    expect(seen(answered)).toEqual([200, 'Your number could not be connected']);
    expect(answered.body).toContain('The messaging platform did not accept the connection.');
    expect(answered.body).toContain(link.sessionId);
    expect(answered.body).not.toContain('Inner words');
  });
});

describe('every response', () => {
  test.each([
    ['PUT', '', 'GET, HEAD'],
    ['POST', '', 'GET, HEAD'],
    ['DELETE', '/start', 'POST, GET, HEAD'],
  ])('to %s%s is a refusal with the allowed methods', async (method, place, allow) => {
    const link = await scene.newInstance();
    const answered = await scene.visit(method, `/connect/${link.token}${place}`);
    expect([answered.statusCode, answered.headers?.['allow']]).toEqual([405, allow]);
  });

  test('to HEAD on the return is a refusal too, because it would consume the code', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const { state, cookies } = scene.begun(link);
    const answered = await scene.visit('HEAD', '/connect/callback', { state, code }, scene.deps, cookies);
    expect([answered.statusCode, answered.headers?.['allow']]).toEqual([405, 'GET']);
    expect((await scene.session(link)).session.status).toBe('open');
  });

  test('does not disclose the link to other sites', async () => {
    const link = await scene.newInstance();
    await scene.open(link);
    scene.logLines.length = 0;
    const answers = [await pageOf(link), await scene.sendForm(link, 'start')];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
      });
    }
    expect(scene.logLines).toHaveLength(2);
    expect(scene.logLines.join()).not.toContain(link.token);
  });

  test("permits the page's one style sheet and the targets of the session", async () => {
    const link = await scene.newInstance({
      cancel_url: 'https://partner.example/no',
      success_url: 'http://localhost:99/ok',
    });
    const { headers, body = '' } = await pageOf(link);
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const { origin } = new URL(scenery.platform.dialogUrl);
    expect(headers?.['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' ${origin} http://localhost:99 https:; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(headers?.['x-frame-options']).toBe('DENY');
    const unknown = await scene.visit('GET', '/connect/none');
    expect(unknown.headers?.['content-security-policy']).toContain("form-action 'none'");
  });
});
