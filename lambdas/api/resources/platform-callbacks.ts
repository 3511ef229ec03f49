import * as z from 'zod/mini';
import { numberFields } from '../../domain/webhook/relayed-fields.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import { migrationView } from './webhook.ts';

export const callbackModes = ['direct', 'relay'] as const;

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.meta({ description }));

export const platformCallbacksView = z.object({
  mode: described(
    z.enum(callbackModes),
    '`direct`: the platform sends the callbacks of lines to the endpoint itself. `relay`: to the service, which sends them on as events.',
  ),
  fields: described(
    z.array(z.string()),
    "The platform's names of the fields that are sent on in `relay`; with `direct` the endpoint gets all.",
  ),
  migration: described(z.nullable(migrationView), 'The latest move of the callbacks of all connected instances.'),
});

export const shownPlatformCallbacks = (
  endpoint: WebhookEndpoint | null,
  migration: z.input<typeof migrationView> | null,
): z.input<typeof platformCallbacksView> => ({
  mode: endpoint?.relay?.isOn === true ? 'relay' : 'direct',
  fields: [...(endpoint?.relay?.fields ?? numberFields)],
  migration,
});
