import { selectFields } from './fields.ts';
import { fieldsOf } from './number-fields.ts';
import { byPlace, pageOf, shuffled } from './paging.ts';
import type { Order } from './paging.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { numbersOf } from './state.ts';
import type { PhoneNumber, Waba } from './state.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-phone-numbers */
const MOST = 100;

const DEFAULT_FIELDS = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'platform_type',
  'throughput',
  'last_onboarded_time',
  'webhook_configuration',
];

/** Whether a fault says of a number, until the fault is cleared, that it was deleted. */
const isDeleted = ({ faults }: Simulator, id: string): boolean => faults.lastingCode(`/${id}`) === 803;

/** `GET /{waba}/phone_numbers`: in any order unless it is sorted, and the number of the latest sign-up is not the first. */
export function listNumbers(simulator: Simulator, call: GraphCall, waba: Waba): unknown {
  const numbers = numbersOf(simulator.storage.state, waba.id).filter(({ id }) => !isDeleted(simulator, id));
  const { items, paging } = pageOf(simulator, call, numbers, orderOf(simulator, call, numbers), MOST);
  return { data: items.map((number) => readNumber(simulator, call, number)), ...(paging ? { paging } : {}) };
}

function orderOf(simulator: Simulator, call: GraphCall, numbers: readonly PhoneNumber[]): Order<PhoneNumber> {
  const sort = textOf(call, 'sort');
  if (sort === 'last_onboarded_time.asc') return byPlace((number) => number.onboardedAt);
  if (sort === 'last_onboarded_time.desc') return byPlace((number) => Number.MAX_SAFE_INTEGER - number.onboardedAt);
  const newest = Math.max(...numbers.map(({ onboardedAt }) => onboardedAt));
  return shuffled(simulator, call, (number) => number.onboardedAt === newest);
}

/** `GET /{phone}?fields=…` */
export function readNumber(simulator: Simulator, call: GraphCall, number: PhoneNumber): Record<string, unknown> {
  return selectFields(call, 'WhatsAppBusinessPhoneNumber', fieldsOf(simulator, number), DEFAULT_FIELDS);
}
