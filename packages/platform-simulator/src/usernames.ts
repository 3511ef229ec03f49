import { displayDigits } from './conversations.ts';
import { deliverChange, inBackground } from './delivery.ts';
import { invalidParameter, messagingError } from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import type { PhoneNumber } from './state.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids */
const FORM =
  /^(?=.*[a-z])(?!\.)(?!.*\.\.)(?!www)[a-z0-9._]{3,35}(?<!\.)(?<!\.(com|org|net|int|edu|gov|mil|us|in|html))$/i;

/** `GET /{phone}/username` */
export function readUsername(_simulator: Simulator, _call: GraphCall, number: PhoneNumber): unknown {
  return number.username ?? {};
}

/** `POST /{phone}/username {username, transfer_action?}`: replaces the one that the number has. */
export function setUsername(simulator: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  const username = textOf(call, 'username') ?? '';
  const action = textOf(call, 'transfer_action') ?? 'none';
  if (!FORM.test(username)) throw invalidParameter('Param username does not have the form of a username.');
  if (action !== 'none' && action !== 'force_transfer') {
    throw invalidParameter('Param transfer_action must be none or force_transfer.');
  }
  if (!number.registered) {
    throw messagingError(133010, 'Account not registered', 'The phone number is not registered on the platform.');
  }
  const holder = holderOf(simulator, username);
  if (holder !== undefined && holder !== number) {
    checkTransfer(simulator, { from: holder, to: number, isForced: action === 'force_transfer' });
    holder.username = null;
    notify(simulator, holder, { username, status: 'deleted' });
  }
  number.username = { username, status: 'approved' };
  simulator.storage.changed();
  notify(simulator, number, number.username);
  return { status: number.username.status };
}

/** `DELETE /{phone}/username` */
export function deleteUsername(simulator: Simulator, _call: GraphCall, number: PhoneNumber): unknown {
  if (number.username !== null) {
    notify(simulator, number, { ...number.username, status: 'deleted' });
    number.username = null;
    simulator.storage.changed();
  }
  return { success: true };
}

/** `GET /{phone}/username_suggestions`: free ones, from the verified name. */
export function suggestUsernames(simulator: Simulator, _call: GraphCall, number: PhoneNumber): unknown {
  const words = String(number.fields['verified_name'])
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const suggested = ['', '_', '.'].map((separator) => words.join(separator));
  const free = suggested.filter((name) => FORM.test(name) && holderOf(simulator, name) === undefined);
  return { data: [{ username_suggestions: [...new Set(free)] }] };
}

/** Letters count as one in both cases; points and underscores do not. */
function holderOf({ storage }: Simulator, username: string): PhoneNumber | undefined {
  const wanted = username.toLowerCase();
  return [...storage.state.numbers.values()].find((number) => number.username?.username.toLowerCase() === wanted);
}

interface Transfer {
  readonly from: PhoneNumber;
  readonly to: PhoneNumber;
  readonly isForced: boolean;
}

function checkTransfer({ storage }: Simulator, { from, to, isForced }: Transfer): void {
  const [holder, taker] = [from, to].map(({ wabaId }) => storage.state.wabas.get(wabaId)?.portfolioId);
  if (holder !== taker) throw messagingError(147001, 'Username not available', 'The username is in use.');
  if (isForced) return;
  throw messagingError(
    147005,
    'Username in use by another phone number',
    'Another number of the business portfolio has the username. Set transfer_action to force_transfer to move it.',
  );
}

function notify(simulator: Simulator, number: PhoneNumber, change: { username: string; status: string }): void {
  const value = { display_phone_number: displayDigits(number), ...change };
  const update = { field: 'business_username_updates', value };
  inBackground(simulator, update.field, deliverChange(simulator, number.wabaId, update));
}
