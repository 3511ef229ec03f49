import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { partnerId } from '../fields.ts';
import { moment, strong } from '../layout.ts';

const overlap = (endsAt: string | null): string =>
  endsAt === null ? 'It is the first one.' : `The one before it signs beside it until ${moment(endsAt) ?? ''}.`;

export const webhookSecrets: Area = {
  name: 'webhook-secrets',
  summary: "The secrets that sign partners' events",
  commands: [
    describe({
      name: 'webhook-secrets rotate',
      summary: 'Make the secret that signs from now on; the one before it signs beside it for 24 hours',
      arguments: [partnerId()],
      examples: [
        ['webhook-secrets rotate PARTNER-ID', 'asks first; the secret is shown this once'],
        ['webhook-secrets rotate PARTNER-ID --yes --json | jq -r .webhook_secret', 'to pipe into a secret store'],
      ],
      question: (input) =>
        `Rotate the signing secret of ${String(input['partner_id'])}? The partner must know the new one within 24 hours; one that is still ending from a rotation before ends now.`,
      result: z.object({ webhook_secret: z.string(), previous_ends_at: z.string().nullable() }),
      show: ({ webhook_secret: secret, previous_ends_at: endsAt }) =>
        `${strong(secret)}\n\nHand it over now: it can't be shown again. ${overlap(endsAt)}`,
    }),
  ],
};
