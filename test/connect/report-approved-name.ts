import { takeIn } from '../../lambdas/callbacks/take-in.ts';
import type { Instance } from '../../lambdas/domain/instance.ts';
import { seconds } from '../../lambdas/kernel/time.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import type { Scene } from '../../tools/harness/connect-scene.ts';
import { app } from '../../tools/harness/connect-scenery.ts';

/** The platform reports that it approved the display name of a line's number. */
export const reportApprovedName = (
  { deps }: Scene,
  { platform_waba_id: wabaId, display_phone_number: number }: Instance,
): Promise<void> =>
  takeIn({ ...deps, appId: app.id, log: logger(() => undefined, {}) }, [
    {
      field: 'phone_number_name_update',
      entryId: wabaId ?? '',
      time: seconds(deps.clock()),
      value: {
        display_phone_number: (number ?? '').replaceAll(/\D/g, ''),
        decision: 'APPROVED',
        requested_verified_name: 'Blue Heron Bakery',
      },
    },
  ]);
