import { auditEntry, pageOf } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listAuditEntries: Scene = {
  route: 'list-partner-audit-entries',
  scope: 'team.write',
  example: {
    request: { page: 1, page_size: 50 },
    responses: { 200: pageOf(auditEntry) },
  },
  cases: [
    {
      about: 'two keys were issued',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.keys(2);
        return {};
      },
    },
  ],
};
