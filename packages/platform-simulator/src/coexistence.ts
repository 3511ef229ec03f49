import { replay } from './corpus.ts';
import { inBackground } from './delivery.ts';
import { invalidParameter, messagingError } from './errors.ts';
import { isOnBusinessApp } from './number-fields.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { digits } from './state.ts';
import type { PhoneNumber } from './state.ts';

const TIME_LIMIT_MS = 24 * 3_600_000;

/** The sample that is sent after each kind of synchronisation. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['smb_app_state_sync', 'smb_app_state_sync.contacts'],
  ['history', 'history.chunk'],
]);

/**
 * `POST /{phone}/smb_app_data {messaging_product, sync_type}`: once for each kind, within 24 hours of the sign-up. The data
 * follow as callbacks. https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
 */
export function synchronise(simulator: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  const kind = textOf(call, 'sync_type') ?? '';
  const sample = SAMPLES.get(kind);
  if (textOf(call, 'messaging_product') !== 'whatsapp') {
    throw invalidParameter('The parameter messaging_product is required.');
  }
  if (sample === undefined) throw invalidParameter('Param sync_type must be smb_app_state_sync or history.');
  if (!isOnBusinessApp(number)) throw invalidParameter('The phone number is not in use with the business app.');
  if (number.synced.includes(kind)) {
    throw messagingError(2593107, 'Synchronization request limit exceeded', `${kind} was requested already.`);
  }
  if (number.onboardedAt + TIME_LIMIT_MS < simulator.now()) {
    throw messagingError(2593108, 'Synchronization request made outside of allowed time window', 'Sign up again.');
  }
  number.synced.push(kind);
  simulator.storage.changed();
  inBackground(simulator, sample, replay(simulator, { file: sample, phone_number_id: number.id }));
  return { messaging_product: 'whatsapp', request_id: `REQ${digits(12)}` };
}
