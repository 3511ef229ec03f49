import { z } from 'zod';
import { coexistences } from '../../lambdas/domain/sign-up.ts';

/** What the operator function tells of the app at the platform; null when the stage has no app. */
export const appFacts = z
  .object({
    app_id: z.string(),
    /** Where the service takes the app's callbacks. */
    callback_url: z.string(),
    sign_up: z.object({ config_id: z.string(), coexistence: z.enum(coexistences) }).nullable(),
    name: z.string().nullable(),
    webhook: z
      .object({ callback_url: z.string().nullable(), active: z.boolean(), fields: z.array(z.string()) })
      .nullable(),
    permissions: z.array(z.object({ permission: z.string(), status: z.string().nullable() })).nullable(),
    /** The version of the Graph API that calls ask for, and the one that was served; null by a function of an earlier release. */
    graph: z.object({ version: z.string(), served: z.string().nullable() }).nullable().default(null),
    /** The parts that the Graph API did not tell. */
    unread: z.array(
      z.object({ part: z.enum(['name', 'webhook', 'permissions']), reason: z.string(), refused: z.boolean() }),
    ),
  })
  .nullable();
export type AppFacts = NonNullable<z.infer<typeof appFacts>>;

/** The answer of the operator function's command. */
export const appAnswer = z.object({ at: z.string(), app: appFacts });
