import type { ConnectDeps } from '../connect-deps.ts';
import { readNumber, registerNumber } from '../../platform/numbers.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import { keepPin, readPin } from '../../store/instances/instance-pins.ts';
import { accessOf } from '../access.ts';
import { instancePin } from '../seal-contexts.ts';
import { commitProgress } from '../session-commit.ts';
import type { Step } from '../step.ts';

/** Statuses of a number that is registered: it can send, or the platform limits it. */
const registered: ReadonlySet<string | null> = new Set(['CONNECTED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED']);

/** Six digits, of the 48 random bits at the end of a UUIDv7. https://www.rfc-editor.org/rfc/rfc9562#section-5.7 */
const pinFrom = (uuid: string): string => String(parseInt(uuid.slice(-12), 16) % 1_000_000).padStart(6, '0');

/** The instance's PIN, stored before its first use: the platform accepts no other for a number that has one. */
const pinOf = async (deps: ConnectDeps, held: SessionRecord): Promise<string> => {
  const { table, vault } = deps;
  const { partnerId, session } = held;
  const { instance_id: id } = session;
  const newPin = (): Promise<string> => vault.seal(pinFrom(deps.newId(deps.clock())), instancePin(held));
  const sealed = (await readPin(table, partnerId, id)) ?? (await keepPin(table, partnerId, id, await newPin()));
  return vault.open(sealed, instancePin(held));
};

/** Registers a number that is not registered yet. The platform allows ten registrations in 72 hours. */
export const register: Step = async (deps, held, progress) => {
  const access = await accessOf(deps, held, progress);
  const { status } = await readNumber(deps.platform, access);
  if (!registered.has(status)) await registerNumber(deps.platform, access, await pinOf(deps, held));
  return commitProgress(deps, held, { ...progress, step: 'registered', attempts: 0 });
};
