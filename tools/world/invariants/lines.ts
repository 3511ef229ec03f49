import { day, minute } from '../../../lambdas/kernel/time.ts';
import { unpaidCode, urls } from '../ground.ts';
import { callbackUrl } from '../platform.ts';
import { largestClockError } from '../world.ts';
import type { Invariant } from './invariant.ts';
import { hasNumber, isConnected } from './line-states.ts';
import type { Line, View } from './view.ts';
import { changesOf, textOf, type Watch } from './watch.ts';

/** The moves between states that sections 6 and 13 of the decisions name. From each, a deactivation can begin. */
const moves: Readonly<Record<string, readonly string[]>> = {
  created: ['awaiting_connection', 'deactivating', 'inactive'],
  awaiting_connection: ['connecting', 'deactivating', 'inactive'],
  // At once `degraded`: an account's restriction stands, whoever connects a number of it.
  connecting: ['connected', 'degraded', 'awaiting_connection', 'deactivating', 'inactive'],
  connected: ['degraded', 'reconnect_required', 'deactivating', 'inactive'],
  degraded: ['connected', 'reconnect_required', 'deactivating', 'inactive'],
  reconnect_required: ['connected', 'degraded', 'deactivating', 'inactive'],
  deactivating: ['inactive', 'deactivation_failed'],
  deactivation_failed: ['deactivating', 'inactive'],
  inactive: ['awaiting_connection'],
};

export const lineWatches: readonly Watch[] = [
  {
    rule: 'the status of a line follows the state table',
    begin: () => (commit) =>
      changesOf('line', commit).flatMap(({ id, before, after }) => {
        const [from, to] = [textOf(before, 'status'), textOf(after, 'status')];
        if (to === null) return [`${id} was deleted`];
        const isAllowed = from === null ? to === 'created' || to === 'awaiting_connection' : moves[from]?.includes(to);
        return from === to || isAllowed === true ? [] : [`${id}: from ${String(from)} to ${to}`];
      }),
  },
  {
    rule: 'the facts of a line never go back in time',
    begin: () => (commit) =>
      changesOf('line', commit).flatMap(({ id, before, after }) => {
        const [was, is] = [textOf(before, 'facts_at'), textOf(after, 'facts_at')];
        const isSame = textOf(before, 'platform_phone_number_id') === textOf(after, 'platform_phone_number_id');
        const isEarlier = was !== null && is !== null && Date.parse(is) + 2 * largestClockError < Date.parse(was);
        return isSame && isEarlier ? [`${id}: from ${was} to ${is}`] : [];
      }),
  },
  {
    rule: 'the time of a change of a record increases',
    begin: () => (commit) =>
      [...changesOf('line', commit), ...changesOf('customer', commit)].flatMap(({ id, before, after }) => {
        const [was, is] = [textOf(before, 'updated_at') ?? '', textOf(after, 'updated_at') ?? ''];
        return after !== undefined && is < was ? [`${id}: from ${was} to ${is}`] : [];
      }),
  },
];

const reasonOf = (one: Line): boolean =>
  one.callback.state === 'drifted' ||
  one.callback.last_error !== null ||
  one.connection.last_error !== null ||
  (one.risk?.reasons.length ?? 0) > 0;

/** When the platform was last asked about a line. */
const askedAt = ({ items }: View, { id }: Line): number =>
  Date.parse(String(items.find(({ pk, sk }) => sk === id && /^P#[^#]+#I/.test(String(pk)))?.['facts_at']));

/** Whether the line's risk is to say what the account's health is since it changed last. Facts count for a day. */
const isHealthRead = (view: View, one: Line): boolean => {
  const changed = view.world.ledger.healthChanges.get(one.platform_waba_id ?? '');
  if (changed === undefined || !isConnected(one)) return false;
  const asked = askedAt(view, one);
  return asked > changed + largestClockError && asked > view.world.scheduler.now - day + minute;
};

const callbackOf = ({ callbacks }: View, { platform_phone_number_id: number }: Line): string | null =>
  callbacks.get(number ?? '') ?? null;

export const lineRules: readonly Invariant[] = [
  {
    rule: 'a key names one line',
    broken: ({ lines }) =>
      Array.from(
        Map.groupBy(lines, ({ instance_key: key }) => key),
        ([key, some]) => (key !== '' && some.length > 1 ? `${key}: ${some.map(({ id }) => id).join(', ')}` : ''),
      ).filter((text) => text !== ''),
  },
  {
    rule: 'an active callback is at the platform',
    broken: (view) =>
      view.lines
        .filter((one) => one.callback.state === 'active' && isConnected(one))
        .filter((one) => !view.world.ledger.removedUnnoticed.has(one.platform_phone_number_id ?? ''))
        .filter((one) => callbackOf(view, one) !== view.url)
        .map((one) => `${one.id} (${one.status}): ${String(callbackOf(view, one))}`),
  },
  {
    rule: 'a line loses its token only when the platform ended it',
    broken: ({ lines, world: { ledger } }) =>
      lines
        .filter(({ connection }) => connection.last_error?.code.startsWith('token_invalid') === true)
        .filter(
          // A line without an account signed up to any.
          ({ platform_waba_id: waba }) =>
            ![ledger.endedTokens, ledger.withoutApp].some((ended) =>
              waba === null ? ended.size > 0 : ended.has(waba),
            ),
        )
        .map(({ id, connection }) => `${id}: ${connection.last_error?.code ?? ''}`),
  },
  {
    rule: 'a number without a line has no callback, unless the operator released its line by force',
    broken: ({ lines, callbacks, world }) => {
      // A sign-up that failed can't remove its callback with a token that has ended, and its line says so.
      const isSaid = lines.some(({ callback }) => callback.last_error?.code.startsWith('token_invalid') === true);
      const { withoutApp, endedTokens } = world.ledger;
      const isOutOfReach = (wabaId = ''): boolean => withoutApp.has(wabaId) || (isSaid && endedTokens.has(wabaId));
      // A line that was released by force says that its callback may be left.
      const using = lines.filter((one) => one.status !== 'inactive' || one.callback.state === 'remove_failed');
      const used = new Set(using.map((one) => one.platform_phone_number_id));
      return Array.from(callbacks)
        .filter(([id]) => !isOutOfReach(world.platform.state.numbers.get(id)?.wabaId))
        .filter(([id]) => !world.ledger.released.has(id))
        .filter(([id, callback]) => !used.has(id) && [...urls, callbackUrl].some((url) => url === callback))
        .map(([id, callback]) => `${id}: ${String(callback)}`);
    },
  },
  {
    rule: 'a line has the facts of its present number',
    broken: ({ lines, world }) =>
      lines.filter(isConnected).flatMap((one) => {
        const number = world.platform.state.numbers.get(one.platform_phone_number_id ?? '');
        if (number === undefined) return [`${one.id}: its number does not exist`];
        const isOnApp = number.fields['is_on_biz_app'] === true;
        const isShown = one.display_phone_number === number.fields['display_phone_number'];
        return isShown && one.coexistence === isOnApp
          ? []
          : [`${one.id}: ${String(one.display_phone_number)}, coexistence ${String(one.coexistence)}`];
      }),
  },
  {
    rule: 'the risk of a line says what blocks its account, until it was lifted and read again',
    broken: (view) =>
      view.lines
        .filter((one) => isHealthRead(view, one))
        .flatMap(({ id, risk, platform_waba_id: waba }) => {
          const health = view.world.platform.state.wabas.get(waba ?? '')?.healthErrors ?? [];
          const isUnpaid = health.some(({ error_code: code }) => code === unpaidCode);
          const isSaid = risk?.platform_errors.some(({ code }) => code === unpaidCode) === true;
          const isRight = isUnpaid ? isSaid && risk.level === 'blocked' : !isSaid;
          return isRight ? [] : [`${id}: ${JSON.stringify(risk)}, the account has ${JSON.stringify(health)}`];
        }),
  },
  {
    rule: 'no line stays between two states',
    broken: ({ lines }) =>
      lines
        .filter(({ status, session }) => {
          const isOpen = session !== null && ['open', 'in_progress'].includes(session.status);
          return status === 'deactivating' || (status === 'connecting' && !isOpen);
        })
        .map(({ id, status }) => `${id}: ${status}`),
  },
  {
    rule: 'a degraded line has a reason',
    broken: ({ lines }) => lines.filter((one) => one.status === 'degraded' && !reasonOf(one)).map(({ id }) => id),
  },
  {
    rule: 'an inactive line has no slot, and its callback was removed, or the operator released it by force',
    broken: ({ lines }) =>
      lines
        .filter(({ status }) => status === 'inactive')
        .filter(
          ({ occupies_slot: takes, slot_state: slot, callback }) =>
            takes || slot !== 'released' || !['none', 'removed', 'remove_failed'].includes(callback.state),
        )
        .map(({ id, slot_state: slot, callback }) => `${id}: slot ${String(slot)}, callback ${callback.state}`),
  },
  {
    rule: 'a connected line has a verified callback, or says why not',
    broken: ({ lines }) =>
      lines
        .filter((one) => hasNumber(one) && ['none', 'removed', 'removing'].includes(one.callback.state))
        .filter((one) => one.status !== 'reconnect_required')
        .map(({ id, status, callback }) => `${id} (${status}): ${callback.state}`),
  },
];
