import { randomBytes } from 'node:crypto';
import { invalidParameter, messagingError } from './errors.ts';
import { checkMedia } from './media.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { templatesOf } from './state.ts';
import type { PhoneNumber, Template } from './state.ts';

/** `POST /{phone}/messages`: sends a message, or marks one as read. Nothing is sent outside, and no status follows. */
export function sendMessage(simulator: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  if (textOf(call, 'messaging_product') !== 'whatsapp') {
    throw invalidParameter('The parameter messaging_product is required.');
  }
  if (!number.registered) {
    throw messagingError(133010, 'Account not registered', 'The phone number is not registered on the platform.');
  }
  if (textOf(call, 'status') === 'read') {
    if (textOf(call, 'message_id') === undefined) throw invalidParameter('The parameter message_id is required.');
    return { success: true };
  }
  const to = textOf(call, 'to');
  const recipient = textOf(call, 'recipient');
  if (to === undefined && recipient === undefined) throw invalidParameter('The parameter to is required.');
  if (textOf(call, 'type') === 'template') checkTemplate(simulator, call, number);
  checkMedia(simulator, call, number);
  return {
    messaging_product: 'whatsapp',
    // With both, the phone number takes precedence.
    contacts: [
      to === undefined ? { input: recipient, user_id: recipient } : { input: to, wa_id: to.replaceAll(/\D/g, '') },
    ],
    messages: [{ id: `wamid.${randomBytes(24).toString('base64')}` }],
  };
}

function checkTemplate({ storage }: Simulator, call: GraphCall, number: PhoneNumber): void {
  const wanted = JSON.stringify(nameAndLanguage(call.parameters['template']));
  const template = templatesOf(storage.state, number.wabaId).find(
    ({ fields }) => JSON.stringify([fields.name, fields.language]) === wanted,
  );
  const refusal = refusalOf(template);
  if (refusal !== undefined) throw refusal;
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
