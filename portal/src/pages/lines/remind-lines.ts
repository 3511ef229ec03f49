import { isRefusal } from '../../../../packages/client/src/refusal.ts';
import type { InstanceListItem, NewConnectSession } from '../../../../packages/client/src/schemas.ts';
import { answerStands, keyFor, type CommandKey } from '../../api/command-key.ts';
import type { LineRow } from '../../api/lines.ts';
import type { PortalClient } from '../../api/portal-client.ts';
import type { HostedLanguage } from '../connect-page/hosted-texts.ts';
import { linkOf, rememberLink } from './made-links.ts';
import { waitingStatuses } from './waiting-statuses.ts';
import { isReminded, keepReminder, whileWriting, type Reminder } from './written-reminders.ts';

type Status = InstanceListItem['status'];
type Waiting = Pick<LineRow, 'id' | 'customerId'>;

export interface Reminding {
  readonly client: Pick<PortalClient, 'call'>;
  readonly partnerId: string;
  readonly language: HostedLanguage;
  /** Ends the run before its next command. */
  readonly signal: AbortSignal;
}

export interface Run {
  readonly is: 'idle' | 'running' | 'done';
  readonly asked: number;
  readonly made: number;
  /** Ids of lines that have no link, because their customers are signing up, or they wait no more. */
  readonly leftOut: readonly string[];
  /** Ids of lines that have no link, because the service refused to make it. */
  readonly failed: readonly string[];
  /** Why the rest was not tried. */
  readonly error: unknown;
}

export const idle: Run = { is: 'idle', asked: 0, made: 0, leftOut: [], failed: [], error: null };

/** Hours: as long as a link can be valid. */
const longest = 168;

/** The keys of commands without an answer that stands, by the lines' ids: a repetition makes no second link. */
const keys = new Map<string, CommandKey>();

const newLink = async (
  { client, language, signal }: Reminding,
  id: string,
  status: Status,
): Promise<NewConnectSession> => {
  const mode = status === 'reconnect_required' ? 'reconnect' : 'connect';
  const given = { instance_id: id, mode, language, ttl_hours: longest } as const;
  signal.throwIfAborted();
  const key = keyFor(keys.get(id) ?? null, given, () => crypto.randomUUID());
  keys.set(id, key);
  try {
    const { session } = (await client.call('create-connect-session', given, { idempotencyKey: key.key })).body;
    keys.delete(id);
    rememberLink(session);
    return session;
  } catch (error) {
    if (answerStands(error)) keys.delete(id);
    throw error;
  }
};

/**
 * The reminder of a line, with its open link if that was made here. A new link would end the sign-up of a customer, so it is made
 * only while there is none.
 * @returns null when there is one, also if it waits for the platform, or the line waits no more
 */
const remind = async (reminding: Reminding, { id, customerId }: Waiting): Promise<Reminder | null> => {
  const { client, partnerId, signal } = reminding;
  const [{ body: customer }, { body: line }] = await Promise.all([
    client.call('get-partner-customer', { customer_id: customerId }, { signal }),
    client.call('get-partner-instance', { instance_id: id }, { signal }),
  ]);
  const { status, session } = line.instance;
  if (!waitingStatuses.some((one) => one === status) || session?.status === 'in_progress') return null;
  const open = session?.status === 'open' ? linkOf(id, session.id) : null;
  return { partnerId, customer: customer.customer, link: open ?? (await newLink(reminding, id, status)) };
};

const writeAll = async (
  reminding: Reminding,
  lines: readonly Waiting[],
  onProgress: (run: Run) => void,
): Promise<Run> => {
  let run: Run = { ...idle, is: 'running', asked: lines.length };
  for (const line of lines.filter(({ id }) => !isReminded(id))) {
    try {
      const reminder = await remind(reminding, line);
      if (reminder === null) run = { ...run, leftOut: [...run.leftOut, line.id] };
      else {
        keepReminder(reminder);
        run = { ...run, made: run.made + 1 };
      }
    } catch (error) {
      // A line may have been deactivated meanwhile.
      if (!isRefusal(error, 'invalid_state') && !isRefusal(error, 'not_found')) return { ...run, is: 'done', error };
      run = { ...run, failed: [...run.failed, line.id] };
    }
    onProgress(run);
  }
  return { ...run, is: 'done' };
};

/** The run before: a page that was left ends its last line while the next page begins. */
let before: Promise<unknown> = Promise.resolve();

/** Writes to the lines one after the other. What was written stays when the service takes no more for now. */
export const remindLines = (
  reminding: Reminding,
  lines: readonly Waiting[],
  onProgress: (run: Run) => void,
): Promise<Run> => {
  onProgress({ ...idle, is: 'running', asked: lines.length });
  const after = before.then(() => whileWriting(() => writeAll(reminding, lines, onProgress)));
  before = after;
  return after;
};
