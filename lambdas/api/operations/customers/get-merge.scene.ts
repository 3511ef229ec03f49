import type { Scene } from '../../scenes/scene.ts';
import { customerId } from '../../scenes/records.ts';

export const getMerge: Scene = {
  route: 'get-partner-merge',
  scope: 'customers.read',
  example: {
    request: { source_customer_id: customerId },
    responses: { 200: { merge: { status: 'in_progress', moved: 120, total: 5000 } } },
  },
};
