import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '../../../../packages/client/src/refusal.ts';
import type { Customer, NewConnectSession } from '../../../../packages/client/src/schemas.ts';
import { useClient } from '../../api/client-context.ts';
import type { LineRow } from '../../api/lines.ts';
import type { PortalClient } from '../../api/portal-client.ts';
import { readAgain } from '../../api/read-again.ts';
import type { HostedLanguage } from '../connect-page/hosted-texts.ts';
import { hasMadeLink, linkOf, rememberLink } from './made-links.ts';

/** A link that waits for a customer. */
export interface Reminder {
  readonly customer: Customer;
  readonly link: NewConnectSession;
}

interface Run {
  readonly is: 'idle' | 'running' | 'done';
  readonly reminders: readonly Reminder[];
  /** Lines that have no link, because the service refused to make it. */
  readonly failed: number;
  /** Why the rest was not tried. */
  readonly error: unknown;
}

/** Hours: as long as a link can be valid. */
const longest = 168;

type Waiting = Pick<LineRow, 'id' | 'customerId' | 'status'>;

/** The link that was made here, if it is still the line's. */
const openLink = async (client: PortalClient, { id }: Waiting): Promise<NewConnectSession | null> => {
  if (!hasMadeLink(id)) return null;
  const { session } = (await client.call('get-partner-instance', { instance_id: id })).body.instance;
  return session?.status === 'open' ? linkOf(id, session.id) : null;
};

const newLink = async (client: PortalClient, line: Waiting, language: HostedLanguage): Promise<NewConnectSession> => {
  const mode = line.status === 'reconnect_required' ? 'reconnect' : 'connect';
  const given = { instance_id: line.id, mode, language, ttl_hours: longest } as const;
  const { session } = (await client.call('create-connect-session', given, { idempotencyKey: crypto.randomUUID() }))
    .body;
  rememberLink(session);
  return session;
};

const remind = async (client: PortalClient, line: Waiting, language: HostedLanguage): Promise<Reminder> => {
  const [{ body }, open] = await Promise.all([
    client.call('get-partner-customer', { customer_id: line.customerId }),
    openLink(client, line),
  ]);
  return { customer: body.customer, link: open ?? (await newLink(client, line, language)) };
};

interface Reminders {
  readonly run: Run;
  /** Makes a link for each line that has none here, one after the other. */
  readonly begin: (lines: readonly Waiting[], language: HostedLanguage) => Promise<void>;
}

const idle: Run = { is: 'idle', reminders: [], failed: 0, error: null };

/** The links of all who wait. What was made stays when the service takes no more for now. */
export const useReminders = (): Reminders => {
  const client = useClient();
  const queries = useQueryClient();
  const [run, setRun] = useState<Run>(idle);
  const begin: Reminders['begin'] = async (lines, language) => {
    let now: Run = { ...idle, is: 'running' };
    setRun(now);
    for (const line of lines) {
      try {
        const reminder = await remind(client, line, language);
        now = { ...now, reminders: [...now.reminders, reminder] };
      } catch (error) {
        // A line may have been connected or deactivated meanwhile.
        const isItsOwn = isRefusal(error, 'invalid_state') || isRefusal(error, 'not_found');
        now = { ...now, failed: now.failed + 1, error: isItsOwn ? null : error };
      }
      if (now.error !== null) break;
      setRun(now);
    }
    setRun({ ...now, is: 'done' });
    void readAgain(queries);
  };
  return { run, begin };
};
