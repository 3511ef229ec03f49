import { z } from 'zod';

export const syncAnswer = z.object({
  sync: z.object({ waba_id: z.string(), status: z.string(), started_at: z.string() }),
});
export const templatesAnswer = z.object({
  items: z.array(z.object({ template_id: z.string(), name: z.string(), status: z.string() })),
  total: z.number(),
});

/** What a business account's latest pass and list show. */
export interface Synchronised {
  readonly sync: z.infer<typeof syncAnswer>['sync'];
  readonly list: z.infer<typeof templatesAnswer>;
}
