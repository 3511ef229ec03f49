import { derivedId } from '../kernel/derived-id.ts';
import { hour, second, type Milliseconds } from '../kernel/time.ts';
import { recordShard, recordShards, timeOfId } from './size.ts';

/** The journal of events has every event that was created earlier. Otherwise its alarm tells that it is late. */
export const mostJournalLag: Milliseconds = hour;

/** Seconds of customers' ids are counted from 2020, so that 31 bits are enough until 2088. */
const firstSecond: Milliseconds = Date.UTC(2020, 0);
const mostSeconds = 2 ** 31;

/**
 * The id under which the events of a business account are numbered, in the place of a customer's. It is of the first second, of which
 * no customer is, so that an event's id tells that it is of an account.
 */
export const accountOwnerId = (wabaId: string): string => derivedId(firstSecond, `account:${wabaId}`);

/** The second of the ids under which callbacks of the platform are that are sent on. */
const callbackSecond: Milliseconds = firstSecond + second;

/** The digits of an event's id that are not a trace. */
const untraced = (id: string): string => id.slice(0, 15) + id.slice(19, 20) + id.slice(-8);

/**
 * The id under which a callback of the platform is an event, in the place of a customer's: each callback has its own, so that it waits
 * for no other. It derives from the event's id. @param id of the event, or the one that its id is made of
 */
export const callbackOwnerId = (id: string): string => derivedId(callbackSecond, `callback:${untraced(id)}`);

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/**
 * The id of an event of a customer. It is a UUIDv7 of the time of `id`, whose random bits begin with a trace of the customer's id: a
 * bit for its size, 31 bits for its second, and its last byte. So an event can be found by its id from its commit on, although the
 * journal of events has it some seconds later, and no item has to be written for that. 33 bits stay random for each millisecond.
 * https://www.rfc-editor.org/rfc/rfc9562#section-5.7
 * @param id of the current time
 */
export const eventIdOf = (id: string, customerId: string): string => {
  const seconds = Math.floor((timeOfId(customerId) - firstSecond) / second) & (mostSeconds - 1);
  const trace = hex(seconds + (recordShard(customerId) === null ? 0 : mostSeconds), 8) + customerId.slice(-2);
  return `${id.slice(0, 15)}${trace.slice(0, 3)}-${id.slice(19, 20)}${trace.slice(3, 6)}-${trace.slice(6)}${id.slice(-8)}`;
};

/** Where the customer of an event may be: the ids of those that were created in a second, in one partition. */
export interface CustomerTrace {
  readonly shard: number | null;
  /** Each id of the second begins with one of these, or with a text between them. */
  readonly from: string;
  readonly to: string;
  /** The end of the id. */
  readonly end: string;
  /** Whether the event is of a business account. */
  readonly isAccount: boolean;
  /** The owner of a callback of the platform; null for another event. */
  readonly callbackOwner: string | null;
}

const prefixOf = (at: Milliseconds): string => {
  const time = hex(at, 12);
  return `${time.slice(0, 8)}-${time.slice(8)}`;
};

export const customerTraceOf = (eventId: string): CustomerTrace => {
  const trace = eventId.slice(15, 18) + eventId.slice(20, 23) + eventId.slice(24, 28);
  const value = parseInt(trace.slice(0, 8), 16);
  const at = firstSecond + (value % mostSeconds) * second;
  const end = trace.slice(8);
  return {
    shard: value < mostSeconds ? null : parseInt(end, 16) % recordShards,
    from: prefixOf(at),
    to: prefixOf(at + second - 1),
    end,
    isAccount: value % mostSeconds === 0,
    callbackOwner: value % mostSeconds === 1 ? callbackOwnerId(eventId) : null,
  };
};
