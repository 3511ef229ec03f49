import { z } from 'zod';
import type { Reply } from '../../../tools/harness/service.ts';

const shape = z.object({
  migration: z.object({
    id: z.string(),
    status: z.string(),
    total: z.number(),
    done: z.number(),
    failed: z.number(),
    items: z.array(
      z.object({
        instance_id: z.string(),
        status: z.string(),
        attempts: z.number(),
        error_code: z.string().nullable(),
      }),
    ),
    reason: z.string().nullable(),
    requested_by: z.object({ type: z.string(), id: z.string() }),
    finished_at: z.string().nullable(),
  }),
});
export type ShownMigration = z.infer<typeof shape>['migration'];

export const migrationOf = (reply: Reply): ShownMigration => shape.parse(reply.body).migration;
