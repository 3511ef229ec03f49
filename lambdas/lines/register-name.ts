import type { Notification } from '../domain/notification.ts';
import { numberPinContext } from '../domain/vault.ts';
import { day, type Milliseconds } from '../kernel/time.ts';
import type { NumberAccess } from '../platform/callbacks.ts';
import { isTransient, PlatformError } from '../platform/errors.ts';
import { isNameAwaited, isOtherPin, registerNumber } from '../platform/registration.ts';
import { forgetPin, readPin } from '../store/instances/instance-pins.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import type { RoundDeps } from './instance-deps.ts';
import { isDoubtful } from './lose-token.ts';
import { changeObserved, observe } from './observed.ts';

/** A name is registered within 14 days: https://developers.facebook.com/documentation/business-messaging/whatsapp/display-names */
const longest: Milliseconds = 14 * day;

const refusedNotification = (instanceId: string, approvedAt: string): Notification => ({
  kind: 'display_name_not_registered',
  facts: {},
  category: 'platform_alerts',
  severity: 'warning',
  title: 'An approved display name could not be registered',
  body: 'The platform did not register the number under it. Create a connect session with mode reconnect, within 14 days of the approval.',
  entity: { type: 'instance', id: instanceId },
  onceKey: `name:${instanceId}:${approvedAt}`,
});

/** Done: registered, or too late for that. Another try may succeed later, or with the PIN that a person gave the number. */
type Outcome = 'done' | 'later' | 'needs_pin' | 'refused';

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof PlatformError)) throw error;
  if (isOtherPin(error)) return 'needs_pin';
  return isTransient(error) || isDoubtful(error) || isNameAwaited(error) ? 'later' : 'refused';
};

const register = async (
  deps: RoundDeps,
  partnerId: string,
  { instance: { id } }: InstanceRecord,
  access: NumberAccess,
): Promise<Outcome> => {
  const sealed = await readPin(deps.table, partnerId, id);
  if (sealed === null) return 'needs_pin';
  const pin = await deps.vault.open(sealed, numberPinContext(partnerId, id));
  const outcome = await registerNumber(deps.platform, access, pin, deps.region).then((): Outcome => 'done', outcomeOf);
  // The platform locks a number after too many wrong PINs.
  if (outcome === 'needs_pin') await forgetPin(deps.table, partnerId, id, deps.clock(), deps.clock());
  return outcome;
};

/**
 * Registers the number of a line under the display name that the platform approved, so that recipients see it. A registration whose
 * answer is lost is repeated in the next round: one that is registered answers success. Without its PIN, the number is registered when
 * its business connects it again.
 */
export const registerApprovedName = async (
  deps: RoundDeps,
  partnerId: string,
  asked: InstanceRecord,
): Promise<void> => {
  const { id, name_approved_at: approvedAt } = asked.instance;
  if (approvedAt === null) return;
  const isOver = deps.clock() > Date.parse(approvedAt) + longest;
  const observed = await observe(deps, partnerId, asked, (access): Promise<Outcome> =>
    isOver ? Promise.resolve('done') : register(deps, partnerId, asked, access),
  );
  const outcome = observed?.for(asked)?.answer;
  if (outcome === 'needs_pin' || outcome === 'refused') {
    const notification = refusedNotification(id, approvedAt);
    const clauses = notificationClauses(deps.table, deps.newId);
    await commitTelling(deps.table, [], clauses, partnerId, [notification], deps.clock());
  }
  if (observed === null || outcome === 'later' || outcome === 'needs_pin') return;
  await changeObserved(deps, partnerId, observed, (_, current) =>
    current.name_approved_at === approvedAt ? { changes: { name_approved_at: null } } : null,
  );
};
