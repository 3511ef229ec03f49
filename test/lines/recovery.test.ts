import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { day, hour, minute, second } from '../../lambdas/kernel/time.ts';
import { riskOf } from '../../lambdas/domain/risk.ts';
import { refreshInstance } from '../../lambdas/lines/refresh-instance.ts';
import type { LineName } from '../callbacks/corpus-lines.ts';
import { CorpusScene, corpusTime } from '../callbacks/corpus-scene.ts';
import { corpusBody } from '../callbacks/corpus.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const say = (file: string): Promise<number> => scene.send(JSON.stringify(corpusBody(`callbacks/${file}.json`)));

/** A change of the business account, some seconds after those of the corpus. */
const tell = (value: Readonly<Record<string, unknown>>, after = 1): Promise<number> =>
  scene.send(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        { id: '310000000000101', time: corpusTime / 1000 + after, changes: [{ field: 'account_update', value }] },
      ],
    }),
  );

const statusOf = async (name: LineName): Promise<string> => (await scene.line(name)).status;
const titles = async (): Promise<readonly string[]> => (await scene.notifications()).map(({ title }) => title);
const waits = async (): Promise<number> => (await scene.readsAt()) - scene.clock.now();

const callsAbout = (name: LineName): number =>
  scene.platform.calls.filter((call) => call.includes(scene.idOf(name))).length;

describe('a line whose token is lost', () => {
  const lose = async (): Promise<void> => {
    scene.expire('line');
    await scene.read();
    expect(await scene.line('line')).toMatchObject({ status: 'reconnect_required', last_error: 'token_invalid_190' });
    expect(await titles()).toEqual(['An instance needs to be connected again']);
  };

  test('comes back by the round of 6 hours, when the platform accepts the token and the number can send', async () => {
    await lose();
    scene.platform.refusals.clear();
    expect(await waits()).toBeLessThanOrEqual(6 * hour);
    await scene.read();
    expect(await scene.line('line')).toMatchObject({ status: 'connected', last_error: null });
    expect(await titles()).toEqual(['An instance needs to be connected again', 'An instance works again']);
  });

  test('comes back by a refresh that its partner asks for', async () => {
    await lose();
    scene.platform.refusals.clear();
    const { instance } = await scene.record('line');
    const refreshed = await scene.service.call('POST', {
      body: { route: 'refresh-partner-instance-platform', instance_id: instance.id },
    });
    expect(refreshed.body).toMatchObject({
      instance: { status: 'connected', connection: { last_error: null }, risk: { level: 'ok' } },
    });
  });

  test('comes back degraded when the platform limits the number', async () => {
    await lose();
    scene.platform.refusals.clear();
    scene.answerWith('line', { status: 'RESTRICTED' });
    await scene.read();
    expect(await statusOf('line')).toBe('degraded');
  });

  test('stays lost while the number cannot send', async () => {
    await lose();
    scene.platform.refusals.clear();
    scene.answerWith('line', { status: 'DISCONNECTED' });
    await scene.read();
    expect(await scene.line('line')).toMatchObject({ status: 'reconnect_required', last_error: 'token_invalid_190' });
  });

  test('keeps the first reason, notifies once, and is tried in each round for a week, then once a day', async () => {
    await lose();
    const { connection } = (await scene.record('line')).instance;
    const asked: number[] = [];
    for (let round = 0; round < 4 * 11; round += 1) {
      const before = callsAbout('line');
      await scene.read();
      asked.push(callsAbout('line') - before > 0 ? 1 : 0);
    }
    const sum = (from: number, to: number): number => asked.slice(from, to).reduce((left, right) => left + right, 0);
    expect(sum(0, 28)).toBe(28);
    expect(sum(32, 44)).toBeLessThanOrEqual(4);
    expect(sum(32, 44)).toBeGreaterThanOrEqual(2);
    expect((await scene.record('line')).instance.connection).toEqual(connection);
    expect(await titles()).toEqual(['An instance needs to be connected again']);
  });

  test('notifies again when it is lost on a later day', async () => {
    await lose();
    scene.platform.refusals.clear();
    await scene.read();
    scene.clock.pass(day);
    scene.expire('line');
    await scene.read();
    expect((await titles()).filter((title) => title === 'An instance needs to be connected again')).toHaveLength(2);
  });
});

describe('a refusal that may be no loss', () => {
  test.each(['error.object_gone', 'error.permission_removed', 'error.token_expired', 'error.app_removed'])(
    '%s leaves the line connected while the token is valid for the business account',
    async (file) => {
      scene.refuse('line', file);
      await scene.read();
      expect(await scene.line('line')).toMatchObject({ status: 'connected', last_error: null });
      expect(scene.platform.calls).toContain('GET /debug_token');
    },
  );

  test.each([
    ['error.token_expired', 'debug_token.invalid', 'token_invalid_190'],
    ['error.token_expired', 'debug_token.without_management', 'token_invalid_190'],
    ['error.object_gone', 'debug_token.invalid', 'token_invalid_190'],
    ['error.permission_removed', 'debug_token.invalid', 'token_invalid_190'],
    ['error.object_gone', 'debug_token.without_management', 'gone_100'],
    ['error.permission_removed', 'debug_token.without_management', 'permission_200'],
  ])('%s is a loss when debug_token answers as %s', async (file, token, code) => {
    scene.refuse('line', file);
    scene.platform.token = token;
    await scene.read();
    expect(await scene.line('line')).toMatchObject({ status: 'reconnect_required', last_error: code });
    expect(await statusOf('other')).toBe('connected');
  });

  test('is a loss when the business account no longer lists the number', async () => {
    scene.platform.numbers.delete(scene.idOf('line'));
    await scene.read();
    expect(await scene.line('line')).toMatchObject({ status: 'reconnect_required', last_error: 'gone_100' });
    expect((await scene.record('line')).instance.access.taken).toBe(true);
  });
});

describe('a ban of a business account', () => {
  const ban = (state: string, after: number): Promise<number> =>
    tell({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: state } }, after);
  const later = (): number => Math.ceil((scene.clock.now() - corpusTime) / 1000);

  test.each([
    ['SCHEDULE_FOR_DISABLE', 'connected'],
    ['DISABLE', 'degraded'],
  ])('of %s stands whatever the platform says of the number, until it ends', async (state, status) => {
    await ban(state, 1);
    await scene.read();
    await scene.read();
    expect((await scene.record('line')).instance).toMatchObject({ platform_status: state, status });
    scene.clock.pass(second);
    await ban('REINSTATE', later());
    await scene.read();
    await ban(state, 1);
    expect((await scene.record('line')).instance).toMatchObject({ platform_status: 'CONNECTED', status: 'connected' });
  });

  test('counts, and notifies, when its callback comes after a later answer', async () => {
    scene.clock.pass(day);
    await scene.read();
    await ban('DISABLE', 1);
    expect(await statusOf('line')).toBe('degraded');
    expect(await titles()).toEqual(['The platform restricted a business account']);
  });

  test('ends in the second in which it began', async () => {
    await ban('DISABLE', 1);
    await ban('REINSTATE', 1);
    expect(await statusOf('line')).toBe('connected');
    await ban('DISABLE', 1);
    expect(await statusOf('line')).toBe('connected');
  });
});

describe('a locked business account', () => {
  test('blocks the line until the platform lists the numbers of the account again', async () => {
    scene.refuse('line', 'error.account_locked');
    await scene.read();
    // The account still lists its numbers.
    expect(await scene.line('line')).toMatchObject({ status: 'connected', can_send_message: 'AVAILABLE' });
    scene.platform.refusals.set('310000000000101', 'error.account_locked');
    await scene.read();
    const blocked = { status: 'degraded', platform_status: 'LOCKED' };
    expect((await scene.record('line')).instance).toMatchObject(blocked);
    expect(await titles()).toEqual(['The platform restricted a number']);
    // An answer about the number says nothing of its account.
    scene.platform.refusals.delete(scene.idOf('line'));
    scene.clock.pass(2 * day);
    await scene.read();
    const { instance } = await scene.record('line');
    expect(instance).toMatchObject(blocked);
    expect(riskOf(instance, scene.clock.now()).level).toBe('blocked');
    scene.platform.refusals.clear();
    await scene.read();
    expect((await scene.record('line')).instance).toMatchObject({ status: 'connected', platform_status: 'CONNECTED' });
  });

  test('blocks the line when its partner asks for a refresh', async () => {
    scene.refuse('line', 'error.account_locked');
    scene.platform.refusals.set('310000000000101', 'error.account_locked');
    const asked = await refreshInstance(scene.deps, scene.partnerId, await scene.record('line'));
    expect(asked).toMatchObject({ instance: { status: 'degraded', platform_status: 'LOCKED' }, unproven: null });
  });
});

describe('a callback that may be about others', () => {
  const bare = { event: 'PARTNER_APP_UNINSTALLED', waba_info: { waba_id: '310000000000101' } };

  test('changes nothing when the platform accepts the tokens and shows the numbers', async () => {
    await tell(bare);
    expect(await statusOf('line')).toBe('connected');
    expect(await waits()).toBe(0);
    await scene.read();
    expect(await statusOf('line')).toBe('connected');
    expect((await scene.record('line')).instance.access.doubt).toBeNull();
    expect(await titles()).toEqual([]);
  });

  test('is a loss of the lines whose tokens are refused', async () => {
    await tell(bare);
    scene.refuse('line', 'error.app_removed');
    await scene.read();
    expect([await statusOf('line'), await statusOf('other')]).toEqual(['reconnect_required', 'connected']);
    expect((await scene.record('line')).instance.access).toMatchObject({ doubt: null, taken: true });
  });

  test('is a loss when the platform refuses to show the number as well', async () => {
    await tell(bare);
    scene.refuse('line', 'error.permission_removed');
    await scene.read();
    expect(await scene.line('line')).toMatchObject({
      status: 'reconnect_required',
      last_error: 'partner_app_uninstalled',
    });
  });

  test('is looked into again soon while the platform does not answer', async () => {
    await tell(bare);
    scene.refuse('line', 'unavailable');
    await scene.read();
    expect(await statusOf('line')).toBe('connected');
    expect(await waits()).toBeLessThanOrEqual(5 * minute);
    scene.refuse('line', 'error.app_removed');
    await scene.read();
    expect(await statusOf('line')).toBe('reconnect_required');
  });

  test('is about a number with other digits when no line has exactly these', async () => {
    await tell({ event: 'PARTNER_REMOVED', phone_number: '556400000001' });
    expect(await statusOf('brazilian')).toBe('connected');
    scene.refuse('brazilian', 'error.permission_removed');
    await scene.read();
    expect([await statusOf('brazilian'), await statusOf('line')]).toEqual(['reconnect_required', 'connected']);
  });

  test('is looked into when several partners share the business account', async () => {
    const waba_info = { waba_id: '310000000000101', solution_partner_business_ids: ['1', '2'] };
    await tell({ event: 'PARTNER_REMOVED', waba_info });
    expect(await statusOf('line')).toBe('connected');
    await scene.read();
    expect(await statusOf('line')).toBe('connected');
  });
});

describe('a loss that is older than the proof of the access', () => {
  test('changes nothing', async () => {
    scene.clock.pass(minute);
    await scene.read();
    await say('account_update.account_deleted');
    expect(await statusOf('line')).toBe('connected');
  });
});

describe('a line that is lost', () => {
  test('has nothing left at the platform when a callback reports the removal of the app later', async () => {
    scene.expire('line');
    await scene.read();
    expect((await scene.record('line')).instance.access.taken).toBe(false);
    const later = Math.ceil((scene.clock.now() - corpusTime) / 1000);
    const waba_info = { waba_id: '310000000000101', partner_app_id: '880000000000501' };
    await tell({ event: 'PARTNER_APP_UNINSTALLED', waba_info }, later);
    const { instance } = await scene.record('line');
    expect(instance).toMatchObject({
      status: 'reconnect_required',
      connection: { last_error: { code: 'token_invalid_190' } },
      access: { taken: true },
    });
  });
});

describe('a paused number of the business app', () => {
  beforeEach(async () => {
    await scene.change('line', { coexistence: true });
    scene.answerWith('line', { is_on_biz_app: true });
    await say('account_update.account_offboarded');
  });

  test('stays degraded through rounds, with the reason and a risk, and loses nothing', async () => {
    await scene.read();
    await scene.read();
    const { instance, sealedToken } = await scene.record('line');
    expect(sealedToken).not.toBeNull();
    expect(instance).toMatchObject({ status: 'degraded', connection: { last_error: { code: 'account_offboarded' } } });
    const query = { route: 'get-partner-instance', instance_id: instance.id };
    expect((await scene.service.call('GET', { query })).body['instance']).toMatchObject({
      risk: { level: 'restricted', reasons: ['account_state=OFFBOARDED'] },
    });
    expect(await titles()).toEqual(['A number of the business app is paused']);
  });

  test('is connected again after ACCOUNT_RECONNECTED, whatever comes first', async () => {
    await tell({ event: 'ACCOUNT_RECONNECTED' });
    await tell({ event: 'ACCOUNT_OFFBOARDED' }, -5);
    expect(await scene.line('line')).toMatchObject({ status: 'connected', last_error: null });
  });
});

describe('a restriction of messages', () => {
  test('holds until its end, also when a round sees nothing of it, and ends by a reading at that time', async () => {
    await say('account_update.account_restriction_messaging');
    const end = Date.parse('2026-11-09T00:00:00.000Z');
    while (scene.clock.now() < end) {
      expect(await scene.line('line')).toMatchObject({
        status: 'degraded',
        restricted_until: new Date(end).toISOString(),
      });
      await scene.read();
    }
    expect(scene.clock.now()).toBe(end);
    expect(await scene.line('line')).toMatchObject({ status: 'connected', restricted_until: null });
    expect(await titles()).toEqual(['The platform restricted a business account']);
  });

  test('ends when the platform lifts it', async () => {
    await say('account_update.account_restriction_messaging');
    await tell({ event: 'ACCOUNT_RESTRICTION', violation_info: { violation_type: 'SPAM_RATE_LIMIT_RECOVERY' } });
    await scene.read();
    expect(await scene.line('line')).toMatchObject({ status: 'connected', restricted_until: null });
  });

  test('is not ended by a warning, or by the restriction of something else', async () => {
    await say('account_update.account_restriction_messaging');
    await tell({ event: 'ACCOUNT_RESTRICTION', violation_info: { violation_type: 'SPAM_WARN' } });
    await tell({
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'RESTRICTED_UTILITY_TEMPLATES' }],
    });
    expect(await statusOf('line')).toBe('degraded');
  });

  test('that has ended before it arrives limits nothing', async () => {
    const restriction_info = [
      { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: corpusTime / 1000 },
    ];
    await tell({ event: 'ACCOUNT_RESTRICTION', restriction_info });
    expect(await statusOf('line')).toBe('connected');
  });
});
