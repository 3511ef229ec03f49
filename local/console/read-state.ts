import { setTimeout as wait } from 'node:timers/promises';
import type { Receiver } from '../receiver/receiver.ts';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import type { StackDescription } from '../state-file.ts';
import { readEndpoint } from './endpoint-state.ts';
import { inboxEvents } from './inbox-events.ts';
import { signatureOf } from './signature.ts';
import type { ConsoleEndpoint, ConsoleQueue, ConsoleState } from './state.ts';
import { readWaiting, waitingWork } from './waiting-work.ts';

export interface ConsoleSources {
  /** The file of the description, as the commands of the project take it. */
  readonly stateFile?: string | undefined;
  readonly description: StackDescription;
  readonly services: Pick<
    Services,
    'queueDepths' | 'scan' | 'getItem' | 'readObject' | 'issueToken' | 'sentMails' | 'acceptedMails'
  >;
  readonly receiver: Pick<Receiver, 'received'>;
}

/** The logical id of the dead-letter queue in the template. */
const failedQueue = 'FailedQueue';

/** The queues by their logical ids. The name of each queue ends with its logical id. */
const queues = ({ services }: ConsoleSources): ConsoleQueue[] =>
  services.queueDepths().map(({ name, ...depth }) => {
    const logicalId = name.split('-').at(-1) ?? name;
    return { name: logicalId, ...depth, isForFailed: logicalId === failedQueue };
  });

/** The newest mail to each member who was invited since the start. The seeding invites members, too. */
export const invited = ({ services, description }: ConsoleSources): ConsoleState['invited'] => {
  const seen = new Set(description.partners.flatMap(({ members }) => members.map(({ email }) => email)));
  const shown: ConsoleState['invited'] = [];
  for (const { to, at } of services.sentMails()) {
    if (!seen.has(to)) shown.push({ to, at });
    seen.add(to);
  }
  return shown;
};

/** After a longer wait the page shows the stack as stopped. */
const timeoutMilliseconds = 5_000;

/** Without the table the page still shows the other sections. */
const unread = (): null => null;

const inTime = <T>(reading: Promise<T>): Promise<T | null> =>
  Promise.race([reading.catch(unread), wait(timeoutMilliseconds, null, { ref: false })]);

const endpointOf = ({ services, description }: ConsoleSources, partnerId: string): Promise<ConsoleEndpoint | null> =>
  inTime(readEndpoint((input) => services.getItem(input), description.dynamodb.table, partnerId));

const waiting = async ({ services, description }: ConsoleSources, now: string): Promise<ConsoleState['waiting']> => {
  const read = async (): Promise<ConsoleState['waiting']> => {
    const { items, isWhole } = await readWaiting((input) => services.scan(input), description.dynamodb.table);
    return { isWhole, work: [...waitingWork(items, now)] };
  };
  return inTime(read());
};

/** The current state of the stack. @param run differs for each start of the stack @param now ISO 8601 */
export const readState = async (sources: ConsoleSources, run: string, now: string): Promise<ConsoleState> => {
  const { description, receiver } = sources;
  return {
    run,
    at: now,
    partners: await Promise.all(
      description.partners.map(async ({ webhook_secret: secret, partner_id: id }, index) => {
        const inbox = inboxEvents(receiver.received(index + 1), (one) => signatureOf(one, secret));
        return { number: index + 1, ...inbox, endpoint: await endpointOf(sources, id) };
      }),
    ),
    queues: queues(sources),
    invited: invited(sources),
    mails: sources.services
      .acceptedMails()
      .slice(0, 20)
      .map(({ to, subject, text, at }) => ({ to: to.join(', '), subject, text, at })),
    waiting: await waiting(sources, now),
  };
};
