import type { Customer, NewConnectSession } from '../../../../packages/client/src/schemas.ts';
import { linkOf } from './made-links.ts';

/** A link that waits for a customer. */
export interface Reminder {
  readonly partnerId: string;
  readonly customer: Customer;
  readonly link: NewConnectSession;
}

/** Those that were written since the portal was opened. They stay when another of its pages is opened. */
let written: readonly Reminder[] = [];
/** Ids of the links whose texts were not copied yet. */
const uncopied = new Set<string>();
let runs = 0;
const watchers = new Set<() => void>();

/** Whether no link was made here for its line after it. */
const isLatest = ({ link }: Reminder): boolean => linkOf(link.instance_id, link.id) !== null;

/** The browser asks before it leaves the portal: links that were not copied are lost, and the links before them have ended. */
export const warnOnLeaving = (event: { readonly preventDefault: () => void }): void => {
  if (runs > 0 || written.some((one) => uncopied.has(one.link.id) && isLatest(one))) event.preventDefault();
};

export const writtenReminders = (): readonly Reminder[] => written;

export const watchReminders = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The reminders whose links are the latest of their lines. */
export const remindersOf = (partnerId: string, all: readonly Reminder[]): readonly Reminder[] =>
  all.filter((one) => one.partnerId === partnerId && isLatest(one));

export const isReminded = (lineId: string): boolean =>
  written.some((one) => one.link.instance_id === lineId && isLatest(one));

export const keepReminder = (reminder: Reminder): void => {
  uncopied.add(reminder.link.id);
  written = [...written, reminder];
  for (const watcher of watchers) watcher();
};

export const markCopied = (reminders: readonly Reminder[]): void => {
  for (const { link } of reminders) uncopied.delete(link.id);
};

/** Carries out what writes reminders. */
export const whileWriting = async <T>(write: () => Promise<T>): Promise<T> => {
  runs += 1;
  try {
    return await write();
  } finally {
    runs -= 1;
  }
};
