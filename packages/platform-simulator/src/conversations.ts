import { randomBytes } from 'node:crypto';
import type { PhoneNumber } from './state.ts';

/** A person who writes with a business. */
export interface Person {
  /** The phone number; undefined for one that only a business-scoped id is known of. */
  readonly waId: string | undefined;
  readonly userId: string;
  readonly name: string;
}

export interface Message {
  readonly id: string;
  readonly numberId: string;
  /** `out`: of the business. */
  readonly direction: 'out' | 'in';
  readonly person: Person;
  readonly type: string;
  /** What the body has under the name of the type. */
  readonly content: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of a template its own, else `service`. */
  readonly category: string;
  /** What the business wants back with each status. */
  readonly callbackData: string | undefined;
  /** Those of a message of the business that were sent; `read` for one of a person that the business has read. */
  readonly statuses: string[];
}

export interface Conversations {
  readonly add: (message: Message) => void;
  readonly find: (id: string) => Message | undefined;
  readonly list: () => readonly Message[];
  /** The person with this phone number or id, as the newest message has it; for an id, without the phone number. */
  readonly personOf: (id: string) => Person;
}

const LIMIT = 10_000;

/** The newest 10,000 messages. They end with the simulator. */
export function createConversations(limit = LIMIT): Conversations {
  const messages = new Map<string, Message>();
  return {
    add(message) {
      messages.set(message.id, message);
      for (const id of messages.keys()) {
        if (messages.size <= limit) return;
        messages.delete(id);
      }
    },
    find: (id) => messages.get(id),
    list: () => [...messages.values()],
    personOf(id) {
      const of = ({ person }: Message): boolean => person.waId === id || person.userId === id;
      const person = [...messages.values()].findLast(of)?.person ?? stranger(id);
      return person.userId === id ? { ...person, waId: undefined } : person;
    },
  };
}

/** A phone number always gets one id, whichever message names it first. */
function stranger(id: string): Person {
  const name = 'Ada Example';
  return USER_ID.test(id)
    ? { waId: undefined, userId: id, name }
    : { waId: id, userId: `US.4${id.padStart(19, '0')}`, name };
}

/** A business-scoped id, or one of a parent. https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids */
export const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

export const freshMessageId = (): string => `wamid.${randomBytes(24).toString('base64')}`;

/** The change of a callback about messages of a number. */
export function messagesChange(number: PhoneNumber, value: object): { readonly field: string; readonly value: object } {
  const metadata = { display_phone_number: displayDigits(number), phone_number_id: number.id };
  return { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
}

export function displayDigits({ fields }: PhoneNumber): string {
  return String(fields['display_phone_number']).replaceAll(/\D/g, '');
}

export function contactOf({ name, waId, userId }: Person): object {
  return { profile: { name }, ...(waId === undefined ? {} : { wa_id: waId }), user_id: userId };
}
