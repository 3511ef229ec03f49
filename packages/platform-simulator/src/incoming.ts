import { ControlError } from '@swift-worker/loopback/control.ts';
import type { IncomingMessage } from './control-instructions.ts';
import { contactOf, freshMessageId, messagesChange } from './conversations.ts';
import type { Person } from './conversations.ts';
import { deliverChange } from './delivery.ts';
import type { Routed } from './delivery.ts';
import { MEDIA_TYPES, receiveMedia } from './media.ts';
import type { Simulator } from './simulator.ts';
import type { PhoneNumber } from './state.ts';

/** A message that a person sent, and where its callback went. */
export interface Received {
  readonly id: string;
  readonly sent: readonly Routed[];
}

/** Has a person write to a number. https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */
export async function receiveMessage(simulator: Simulator, message: IncomingMessage): Promise<Received> {
  const {
    phone_number_id: numberId,
    id = freshMessageId(),
    from,
    user_id: userId,
    name,
    type,
    file,
    ...more
  } = message;
  const number = simulator.storage.state.numbers.get(numberId);
  if (number?.registered !== true) {
    throw new ControlError('message.phone_number_id: there is no such number that is registered.');
  }
  const known = simulator.conversations.personOf(from ?? userId ?? SOMEBODY);
  const person = { ...known, userId: userId ?? known.userId, name: name ?? known.name };
  const content = contentOf(simulator, number, message);
  const at = simulator.now();
  simulator.conversations.add({
    id,
    numberId,
    direction: 'in',
    person,
    type,
    content,
    at,
    category: 'service',
    callbackData: undefined,
    statuses: [],
  });
  const fields = { id, timestamp: String(Math.floor(at / 1_000)), type, ...more, [type]: content };
  const change = messagesChange(number, {
    // Messages of the system have no contacts.
    ...(type === 'system' ? {} : { contacts: [contactOf(person)] }),
    messages: [{ ...senderOf(person), ...fields }],
  });
  return { id, sent: await deliverChange(simulator, number.wabaId, change) };
}

const SOMEBODY = '15550009876';

function senderOf({ waId, userId }: Person): object {
  return { ...(waId === undefined ? {} : { from: waId }), from_user_id: userId };
}

/** What the instruction has under the name of the type, with the file of media. */
function contentOf(simulator: Simulator, number: PhoneNumber, message: IncomingMessage): unknown {
  const { type, file, [type]: content } = message;
  if (file === undefined) return content ?? (type === 'text' ? { body: 'Hello' } : undefined);
  if (!MEDIA_TYPES.has(type)) throw new ControlError(`message.file: a message of type ${type} has no file.`);
  const given = typeof content === 'object' && content !== null ? content : {};
  return { ...receiveMedia(simulator, number, file), ...given };
}
