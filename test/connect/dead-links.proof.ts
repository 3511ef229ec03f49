import { describe, expect, test } from '@jest/globals';
import type { Answer } from '../../lambdas/connect/answer.ts';
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

const hour = 3_600_000;

const pageOf = (link: Link): Promise<Answer> => scene.visit('GET', `/connect/${link.token}`);

describe('the page of an invalid link', () => {
  test('says that the link has expired, also on the return from the sign-up', async () => {
    const link = await scene.newInstance({ error_url: 'https://partner.example/late' });
    const code = await scene.signUp(link);
    scenery.clock.pass(25 * hour);
    expect(seen(await pageOf(link))).toEqual([410, 'This link has expired']);
    expect(location(await scene.press(link, 'start'))).toEqual([303, `/connect/${link.token}`]);
    expect(location(await scene.comeBack(link, code))).toEqual([303, `/connect/${link.token}/progress`]);
    expect(location(await scene.visit('GET', `/connect/${link.token}/progress`))).toEqual([
      303,
      `https://partner.example/late?session_id=${link.sessionId}&status=expired`,
    ]);
    expect((await scenery.state()).calls).toEqual([]);
  });

  test('says that the link was replaced or revoked', async () => {
    const link = await scene.newInstance();
    await scene.invite(link.instanceId, 'connect');
    expect(seen(await pageOf(link))).toEqual([410, 'This link is no longer valid']);
    const other = await scene.newInstance();
    await scene.command('deactivate-partner-instance', { instance_id: other.instanceId });
    expect(seen(await pageOf(other))).toEqual([410, 'This link is no longer valid']);
  });

  test.each([`/connect/${'A'.repeat(43)}`, '/connect/short', `/connect/${'A'.repeat(43)}/nowhere`, '/connect/'])(
    'at %s says that the link does not work',
    async (path) => {
      expect(seen(await scene.visit('GET', path))).toEqual([404, 'This link does not work']);
    },
  );

  test('says that the link can’t be used while the partner is suspended', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    await changePartner(scenery.table, scene.partnerId, { status: 'suspended' });
    expect(seen(await pageOf(link))).toEqual([403, 'This link can’t be used now']);
    expect(seen(await scene.comeBack(link, code))).toEqual([403, 'This link can’t be used now']);
    expect((await scene.session(link)).session.status).toBe('open');
  });

  test('explains an error of the service to the end customer', async () => {
    const link = await scene.newInstance();
    const broken = { ...scene.deps, table: { ...scene.deps.table, name: 'no-such-table' } };
    const answered = await scene.visit('GET', `/connect/${link.token}`, {}, broken);
    expect(seen(answered)).toEqual([503, 'Something went wrong on our side']);
    expect(scene.logLines.join()).toContain('"pages_failed":1');
  });
});
