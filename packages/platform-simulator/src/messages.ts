import { z } from 'zod';
import { USER_ID, freshMessageId } from './conversations.ts';
import type { Message } from './conversations.ts';
import { inBackground } from './delivery.ts';
import { invalidParameter, messagingError } from './errors.ts';
import { checkMedia } from './media.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { templatesOf } from './state.ts';
import type { PhoneNumber, Template } from './state.ts';
import { sendStatuses } from './statuses.ts';

/** `POST /{phone}/messages`: sends a message, whose statuses follow, or marks one as read. */
export function sendMessage(simulator: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  if (textOf(call, 'messaging_product') !== 'whatsapp') {
    throw invalidParameter('The parameter messaging_product is required.');
  }
  if (!number.registered) {
    throw messagingError(133010, 'Account not registered', 'The phone number is not registered on the platform.');
  }
  if (textOf(call, 'status') === 'read') return markRead(simulator, call);
  const [to, recipient] = [textOf(call, 'to'), textOf(call, 'recipient')];
  // With both, the phone number takes precedence.
  const person = simulator.conversations.personOf(to === undefined ? recipientOf(recipient) : digitsOf(to));
  const type = textOf(call, 'type') ?? 'text';
  const content = call.parameters[type];
  if (type === 'text') checkText(content);
  const template = type === 'template' ? checkTemplate(simulator, call, number) : undefined;
  checkMedia(simulator, call, number);
  const message: Message = {
    id: freshMessageId(),
    numberId: number.id,
    direction: 'out',
    person,
    type,
    content,
    at: simulator.now(),
    category: template?.fields.category.toLowerCase() ?? 'service',
    callbackData: textOf(call, 'biz_opaque_callback_data'),
    statuses: [],
  };
  simulator.conversations.add(message);
  inBackground(simulator, 'a status', sendStatuses(simulator, message));
  const contact = to === undefined ? { input: recipient, user_id: recipient } : { input: to, wa_id: person.waId };
  return { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id: message.id }] };
}

function digitsOf(to: string): string {
  if (!/^\+?\d[\d ().-]*$/.test(to)) throw invalidParameter('Param to is not a phone number.');
  return to.replaceAll(/\D/g, '');
}

function recipientOf(recipient: string | undefined): string {
  if (recipient === undefined) throw invalidParameter('The parameter to is required.');
  if (!USER_ID.test(recipient)) throw invalidParameter('Param recipient is not a business-scoped user ID.');
  return recipient;
}

/** A message of which nothing is known, as one before the simulator started, is taken too. */
function markRead({ conversations }: Simulator, call: GraphCall): unknown {
  const id = textOf(call, 'message_id');
  if (id === undefined) throw invalidParameter('The parameter message_id is required.');
  const message = conversations.find(id);
  if (message?.direction === 'out') throw invalidParameter('Param message_id is not a message of a person.');
  if (message?.statuses.includes('read') === false) message.statuses.push('read');
  return { success: true };
}

const Text = z.object({ body: z.string().min(1).max(4096) });

function checkText(text: unknown): void {
  if (!Text.safeParse(text).success) {
    throw invalidParameter('The parameter text.body is required, with at most 4096 characters.');
  }
}

function checkTemplate({ storage }: Simulator, call: GraphCall, number: PhoneNumber): Template | undefined {
  const wanted = JSON.stringify(nameAndLanguage(call.parameters['template']));
  const template = templatesOf(storage.state, number.wabaId).find(
    ({ fields }) => JSON.stringify([fields.name, fields.language]) === wanted,
  );
  const refusal = refusalOf(template);
  if (refusal !== undefined) throw refusal;
  return template;
}

function refusalOf(template: Template | undefined): Error | undefined {
  switch (template?.fields.status ?? 'DELETED') {
    case 'APPROVED':
      return undefined;
    case 'PAUSED':
      return messagingError(132015, 'Template is Paused', 'Template is paused due to low quality.');
    case 'DISABLED':
      return messagingError(132016, 'Template is Disabled', 'Template was paused too many times.');
    default:
      return messagingError(
        132001,
        'Template name does not exist in the translation',
        'The template does not exist in this language, or is not approved.',
      );
  }
}

function nameAndLanguage(template: unknown): [unknown, unknown] {
  if (typeof template !== 'object' || template === null) return [undefined, undefined];
  const name = 'name' in template ? template.name : undefined;
  const language = 'language' in template ? template.language : undefined;
  return [name, typeof language === 'object' && language !== null && 'code' in language ? language.code : undefined];
}
