import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { partnerId } from '../fields.ts';
import { moment, strong } from '../layout.ts';

const overlap = (endsAt: string | null): string =>
  endsAt === null
    ? 'It is the first secret of the partner.'
    : `Events are also signed with the previous secret until ${moment(endsAt) ?? ''}.`;

export const webhookSecrets: Area = {
  name: 'webhook-secrets',
  summary: 'The secrets that events are signed with',
  commands: [
    describe({
      name: 'webhook-secrets rotate',
      summary: 'Create a new webhook secret; for 24 hours events are signed with the previous secret too',
      arguments: [partnerId()],
      examples: [
        ['webhook-secrets rotate PARTNER-ID', 'asks first; the secret is shown only once'],
        [
          'webhook-secrets rotate PARTNER-ID --yes --json | jq -r .webhook_secret',
          'print the secret alone, for a secret store',
        ],
      ],
      question: (input) =>
        `Rotate the signing secret of ${String(input['partner_id'])}? The partner must have the new secret within 24 hours. If an earlier rotation has not ended, the secret that it replaced stops signing now.`,
      result: z.object({ webhook_secret: z.string(), previous_ends_at: z.string().nullable() }),
      show: ({ webhook_secret: secret, previous_ends_at: endsAt }) =>
        `${strong(secret)}\n\nCopy the secret now. It can't be shown again. ${overlap(endsAt)}`,
    }),
  ],
};
