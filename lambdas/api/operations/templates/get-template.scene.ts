import type { Scene } from '../../scenes/scene.ts';
import { template, wabaId } from '../../scenes/records.ts';

export const getTemplate: Scene = {
  route: 'get-partner-platform-template',
  scope: 'templates.read',
  example: {
    request: { platform_waba_id: wabaId, template_name: 'order_confirmation', language: 'en_US' },
    responses: { 200: { template } },
  },
};
