import { customerWithLines } from '../../scenes/preparation.ts';
import { customerId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getMerge: Scene = {
  route: 'get-partner-merge',
  scope: 'customers.read',
  example: {
    request: { source_customer_id: customerId },
    responses: { 200: { merge: { status: 'in_progress', moved: 120, total: 5000 } } },
  },
  cases: [
    {
      about: '10 instances, moved',
      status: 200,
      given: async (ground) => {
        const source_customer_id = await customerWithLines(ground, 10);
        const target_customer_id = await ground.customer();
        await ground.call('merge-partner-customers', { source_customer_id, target_customer_id });
        return { source_customer_id };
      },
    },
  ],
};
