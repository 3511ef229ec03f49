import type { Scene } from '../../scenes/scene.ts';
import { pageOf, template, wabaId } from '../../scenes/records.ts';

export const listTemplates: Scene = {
  route: 'list-partner-platform-templates',
  scope: 'templates.read',
  example: {
    request: { platform_waba_id: wabaId, status: 'APPROVED', page: 1, page_size: 50 },
    responses: { 200: pageOf(template) },
  },
};
