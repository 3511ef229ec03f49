import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { ConnectPage } from '../../lambdas/domain/connect-page.ts';
import { connectLogoClause, connectPageClause } from '../../lambdas/store/partners/connect-page.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import type { Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const hash = createHash('sha256').update(bytes).digest('base64url');

const branded = async (page: Partial<ConnectPage>): Promise<void> => {
  const whole: ConnectPage = {
    display_name: null,
    logo_url: null,
    color: null,
    privacy_url: null,
    logo_hash: null,
    updated_at: new Date(scenery.clock.now()).toISOString(),
    ...page,
  };
  await commit(scenery.table, [
    connectPageClause(scenery.table, scene.partnerId, whole, 0),
    connectLogoClause(
      scenery.table,
      scene.partnerId,
      whole.logo_hash === null ? null : { type: 'image/png', bytes, hash },
    ),
  ]);
};

describe('the page of a partner that set its brand', () => {
  test('shows its name, its logo from this service, and its privacy policy', async () => {
    await branded({ display_name: 'Blue & Heron', logo_hash: hash, privacy_url: 'https://heron.example/privacy' });
    const { token } = await scene.newInstance();
    const { body = '', headers } = await scene.visit('GET', `/connect/${token}`);
    expect(body).toContain('Blue &#38; Heron');
    expect(body).toContain(`src="/connect/${token}/logo"`);
    expect(body).toContain('href="https://heron.example/privacy"');
    expect(headers?.['content-security-policy']).toContain("img-src 'self';");
  });

  test('has the logo’s bytes at its own address, as an image and as nothing else', async () => {
    await branded({ logo_hash: hash });
    const { token } = await scene.newInstance();
    expect(await scene.visit('GET', `/connect/${token}/logo`)).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    });
  });

  test('shows the name that the operator gave the partner where it set none', async () => {
    await branded({ color: '#0a5c4a' });
    const { token } = await scene.newInstance();
    const { body = '' } = await scene.visit('GET', `/connect/${token}`);
    expect(body).not.toContain('<img');
    expect((await scene.visit('GET', `/connect/${token}/logo`)).statusCode).toBe(404);
  });
});
