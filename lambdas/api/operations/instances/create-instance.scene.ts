import type { Scene } from '../../scenes/scene.ts';
import { newInstance, newSession } from '../../scenes/records.ts';

export const createInstance: Scene = {
  route: 'create-customer-instance',
  scope: 'instances.write',
  example: {
    request: {
      external_customer_id: 'crm-4711',
      instance_key: 'aurora-main',
      instance_name: 'Front desk',
      metadata: { queue: 'front-desk' },
      success_url: 'https://partner.example/connected',
      cancel_url: 'https://partner.example/lines',
      language: 'pt-BR',
    },
    responses: { 201: { instance: newInstance, session: newSession } },
  },
};
