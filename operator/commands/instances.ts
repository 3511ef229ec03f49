import { Argument, Option } from 'commander';
import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { partnerId } from '../fields.ts';
import { card, moment } from '../layout.ts';

const lineError = z.object({ code: z.string(), message: z.string(), at: z.string() }).nullable();
const instance = z.object({
  id: z.string(),
  partner_customer_id: z.string(),
  status: z.string(),
  slot_state: z.string().nullable(),
  platform_phone_number_id: z.string().nullable(),
  platform_waba_id: z.string().nullable(),
  platform_status: z.string().nullable(),
  quality_rating: z.string().nullable(),
  callback: z.object({ state: z.string(), verified_at: z.string().nullable(), last_error: lineError }),
  coexistence: z.boolean(),
  connection: z.object({
    connected_at: z.string().nullable(),
    token_expires_at: z.string().nullable(),
    last_error: lineError,
  }),
  created_at: z.string(),
  updated_at: z.string(),
});
type Instance = z.infer<typeof instance>;

const errorOf = (error: z.infer<typeof lineError>): string | null =>
  error === null ? null : `${error.message} (${error.code}, ${moment(error.at) ?? ''})`;

const fieldsOf = (it: Instance) => ({
  'Instance ID': it.id,
  'Customer ID': it.partner_customer_id,
  Status: it.status,
  Slot: it.slot_state,
  'Number at the platform': it.platform_phone_number_id,
  'Business account': it.platform_waba_id,
  'State at the platform': [it.platform_status, it.quality_rating].filter((word) => word !== null).join(', '),
  'Business app': it.coexistence ? 'used as well (coexistence)' : 'not used',
  Callback: it.callback.state,
  'Callback error': errorOf(it.callback.last_error),
  Connected: moment(it.connection.connected_at),
  'Connection error': errorOf(it.connection.last_error),
  Created: moment(it.created_at),
  Changed: moment(it.updated_at),
});

const tokenOf = ({ connection: { token_expires_at: expiresAt } }: Instance, isHeld: boolean): string => {
  if (!isHeld) return 'none';
  return expiresAt === null ? 'held, never expires' : `held, expires ${moment(expiresAt) ?? ''}`;
};

const instanceId = (): Argument => new Argument('<instance-id>', 'the instance ID');

export const instances: Area = {
  name: 'instances',
  summary: 'The instances (messaging lines) of a partner',
  commands: [
    describe({
      name: 'instances show',
      summary: 'Show an instance: its state, its slot and its last errors',
      arguments: [partnerId(), instanceId()],
      examples: [['instances show PARTNER-ID INSTANCE-ID', 'for example, why its removal failed']],
      result: z.object({ instance, has_token: z.boolean() }),
      show: ({ instance: it, has_token: held }) => card({ ...fieldsOf(it), Token: tokenOf(it, held) }),
    }),
    describe({
      name: 'instances force-release',
      summary: 'Release the slot and the number of an instance whose removal at the platform failed',
      arguments: [partnerId(), instanceId()],
      options: [
        new Option(
          '--reason <text>',
          "the reason, up to 500 characters; the partner can read it in the customer's history",
        ).makeOptionMandatory(),
      ],
      examples: [
        [
          'instances force-release PARTNER-ID INSTANCE-ID --reason "The business account was closed at the platform"',
          'asks first',
        ],
      ],
      question: (input) =>
        `Release ${String(input['instance_id'])}? The platform may go on sending this number's messages to the partner. The service deletes the platform token, so it can't stop them later.`,
      remedies: {
        invalid_state:
          '"instances show" shows the state of the instance; a call of deactivate-partner-instance tries the removal again',
      },
      result: z.object({ instance }),
      show: ({ instance: it }) => card(fieldsOf(it)),
    }),
  ],
};
