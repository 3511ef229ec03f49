import { contactOf, messagesChange } from './conversations.ts';
import type { Message } from './conversations.ts';
import { deliverChange } from './delivery.ts';
import type { Routed } from './delivery.ts';
import type { Simulator } from './simulator.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const TITLES: ReadonlyMap<number, string> = new Map([
  [130472, "User's number is part of an experiment"],
  [131000, 'Something went wrong'],
  [131026, 'Message undeliverable'],
  [131042, 'Business eligibility payment issue'],
  [131047, 'Re-engagement message'],
  [131049, 'This message was not delivered to maintain healthy ecosystem engagement.'],
  [131050, 'User has stopped marketing messages'],
  [131052, 'Media download error'],
  [131053, 'Media upload error'],
]);

/** Sends what becomes of a message, each status after the one before it. */
export async function sendStatuses(simulator: Simulator, message: Message): Promise<void> {
  const { statuses, code } = simulator.outcomes.take(message);
  for (const status of statuses) await sendStatus(simulator, message, status);
  if (code !== undefined) await sendStatus(simulator, message, 'failed', code);
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status */
export async function sendStatus(
  simulator: Simulator,
  message: Message,
  status: string,
  code?: number,
): Promise<readonly Routed[]> {
  const number = simulator.storage.state.numbers.get(message.numberId);
  if (number === undefined) return [];
  const { person, callbackData } = message;
  const entry = {
    id: message.id,
    status,
    timestamp: String(Math.floor(simulator.now() / 1_000)),
    ...(person.waId === undefined ? {} : { recipient_id: person.waId }),
    recipient_user_id: person.userId,
    ...(callbackData === undefined ? {} : { biz_opaque_callback_data: callbackData }),
    ...(isPriced(message, status) ? { pricing: pricingOf(message) } : {}),
    ...(code === undefined ? {} : { errors: [errorOf(code)] }),
  };
  message.statuses.push(status);
  const contacts = status === 'failed' ? {} : { contacts: [contactOf(person)] };
  return deliverChange(simulator, number.wabaId, messagesChange(number, { ...contacts, statuses: [entry] }));
}

/** The price comes with `sent` and with the first status of the arrival. */
function isPriced({ statuses }: Message, status: string): boolean {
  const hasArrived = statuses.includes('delivered') || statuses.includes('read');
  return status === 'sent' || ((status === 'delivered' || status === 'read') && !hasArrived);
}

function pricingOf({ category }: Message): object {
  return { billable: true, pricing_model: 'PMP', type: 'regular', category };
}

function errorOf(code: number): object {
  const title = TITLES.get(code) ?? 'Message failed';
  return {
    code,
    title,
    message: title,
    error_data: { details: title },
    href: '/documentation/business-messaging/whatsapp/support/error-codes',
  };
}
