import { isoOf, type Milliseconds } from '../../lambdas/kernel/time.ts';
import { changeInstance } from '../../lambdas/lines/change-instance.ts';
import type { TemplateScene } from './template-scene.ts';

/**
 * Gives an instance a token, as a reconnection does.
 * @param life how long until it expires; null: it never does
 */
export const giveToken = async (scene: TemplateScene, instanceId: string, life: Milliseconds | null): Promise<void> => {
  const now = scene.deps.clock();
  const connection = {
    connected_at: isoOf(now),
    token_expires_at: life === null ? null : isoOf(now + life),
    last_error: null,
  };
  const record = await scene.instance(instanceId);
  await changeInstance(scene.deps, scene.partnerId, record, { connection }, { notificationsOf: () => [] });
};
