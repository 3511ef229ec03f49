import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { TemplateScene } from '../../tools/harness/template-scene.ts';
import { problemsOf } from './replies.ts';

let scenery: Scenery;

beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

const troubledAccounts = z.array(z.object({ platform_waba_id: z.string(), troubled: z.number() }));

describe('business accounts with troubled templates', () => {
  const troubled = async (scene: TemplateScene): Promise<readonly unknown[]> => {
    const { body } = await scene.query('list-partner-business-accounts', { troubled: 'true' });
    return troubledAccounts.parse(body['items']).map(({ platform_waba_id: id, troubled: count }) => [id, count]);
  };

  test('are listed alone, until a pass finds all well', async () => {
    const scene = await TemplateScene.start(scenery);
    await scene.connectedInstance('7101');
    await scene.connectedInstance('7102');
    const sale = { id: '711', name: 'sale', language: 'en', category: 'MARKETING' };
    await scene.putTemplates('7101', [{ ...sale, status: 'APPROVED' }]);
    await scene.putTemplates('7102', [
      { ...sale, id: '712', status: 'PAUSED' },
      { ...sale, id: '713', language: 'de', status: 'REJECTED' },
      { ...sale, id: '714', name: 'spring', status: 'FLAGGED' },
    ]);
    await scene.pass('7101');
    await scene.pass('7102');
    expect(await troubled(scene)).toEqual([['7102', 3]]);
    await scene.putTemplates('7101', [{ ...sale, status: 'DISABLED' }]);
    await scene.putTemplates('7102', [
      { ...sale, id: '712', status: 'APPROVED' },
      { ...sale, id: '714', name: 'spring', status: 'APPROVED' },
    ]);
    await scene.removeTemplate('713');
    await scene.pass('7101');
    await scene.pass('7102');
    expect(await troubled(scene)).toEqual([['7101', 1]]);
  });

  test('are chosen by a boolean', async () => {
    const refused = await (
      await TemplateScene.start(scenery)
    ).query('list-partner-business-accounts', { troubled: 'yes' });
    expect(problemsOf(refused)).toMatchObject([{ path: 'troubled', rule: 'enum' }]);
  });
});
