import type { Scene } from '../../scenes/scene.ts';
import { customerId, foundInstance, instance, pageOf } from '../../scenes/records.ts';

export const searchInstances: Scene = {
  route: 'search-partner-instances',
  scope: 'instances.read',
  example: {
    request: {
      search: 'front',
      status: 'connected',
      platform_waba_id: instance.platform_waba_id,
      customer_id: customerId,
      page: 1,
      page_size: 50,
    },
    responses: { 200: pageOf(foundInstance) },
  },
};
