import * as z from 'zod/mini';
import {
  asOf,
  awaitables,
  sessionModes,
  sessionStatuses,
  type Awaited,
  type ConnectSession,
} from '../../domain/connect-session.ts';
import { callbackStates, listItemOf, type Instance } from '../../domain/instance.ts';
import { instanceStatuses } from '../../domain/states/instance-states.ts';
import { slotStates } from '../../domain/states/slot-states.ts';
import { riskLevels, riskOf } from '../../domain/risk.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { jsonObject } from '../fields.ts';

const time = z.iso.datetime();
const id = z.uuid();
const text = z.nullable(z.string());

export const riskView = z.object({
  level: z.enum(riskLevels),
  reasons: z.array(z.string()),
  platform_errors: z.array(z.object({ entity: z.string(), code: z.int(), description: text, remedy: text })),
  checked_at: z.nullable(time),
});

const listItemShape = {
  id,
  instance_key: z.string(),
  status: z.enum(instanceStatuses),
  platform_phone_number_id: text,
  platform_waba_id: text,
  occupies_slot: z.boolean(),
  slot_state: z.nullable(z.enum(slotStates)),
};
export const instanceListItem = z.object(listItemShape);

const sessionShape = {
  id,
  instance_id: id,
  mode: z.enum(sessionModes),
  status: z.enum(sessionStatuses),
  expires_at: time,
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
};
/** @public The OpenAPI description imports it by its name. */
export const sessionView = z.object({ ...sessionShape, awaits: z.optional(z.nullable(z.enum(awaitables))) });
/** A new session. Only its first response contains its URL. */
export const newSessionView = z.object({ ...sessionShape, url: z.url() });

const instanceError = z.nullable(z.object({ code: z.string(), message: z.string(), at: time }));

export const instanceView = z.object({
  ...listItemShape,
  instance_name: text,
  partner_customer_id: id,
  metadata: jsonObject,
  display_phone_number: text,
  verified_name: text,
  name_status: text,
  username: text,
  quality_rating: text,
  messaging_limit: text,
  throughput_level: text,
  platform_status: text,
  platform_notes: z.array(z.string()),
  coexistence: z.boolean(),
  callback: z.object({ state: z.enum(callbackStates), verified_at: z.nullable(time), last_error: instanceError }),
  connection: z.object({
    connected_at: z.nullable(time),
    token_expires_at: z.nullable(time),
    last_error: instanceError,
  }),
  session: z.nullable(sessionView),
  risk: riskView,
  created_at: time,
  updated_at: time,
});
/** An instance as a search shows it. */
export const foundInstanceView = z.extend(z.omit(instanceView, { session: true }), { customer_name: text });

/** The result of a deactivation. */
export const instanceLifecycleView = z.object({
  status: z.enum(['completed', 'already_inactive']),
  callback_state: z.enum(callbackStates),
  slot_state: z.nullable(z.enum(slotStates)),
});

const detailOf = (instance: Instance, now: Milliseconds) => ({
  ...instance,
  ...listItemOf(instance),
  risk: riskOf(instance, now),
});

/** The instance in detail, with its latest session. @param awaits what the session waits for at the platform */
export const shownInstance = (
  instance: Instance,
  session: ConnectSession | null,
  now: Milliseconds,
  awaits: Awaited | null = null,
) => ({
  ...detailOf(instance, now),
  session: session === null ? null : { ...asOf(session, now), awaits },
});

/** The instance in detail, with the name of its customer. */
export const foundInstance = (instance: Instance, customerName: string | null, now: Milliseconds) => ({
  ...detailOf(instance, now),
  customer_name: customerName,
});
