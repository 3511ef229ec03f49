import type { Scene } from '../../scenes/scene.ts';
import { customerId, instanceListItem, pageOf } from '../../scenes/records.ts';

export const listInstances: Scene = {
  route: 'list-partner-instances',
  scope: 'instances.read',
  example: {
    request: { partner_customer_id: customerId, status: 'connected', page: 1, page_size: 50 },
    responses: { 200: pageOf(instanceListItem) },
  },
};
