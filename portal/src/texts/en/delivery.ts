import { deliveryErrors } from '../../../../packages/client/src/delivery-errors.ts';
import { isolated } from '../../pieces/isolated.ts';

interface Explained {
  readonly why: string;
  readonly advice: string;
}

/** By the platform's code, as a number is written. Others have no entry. */
const errors: Readonly<Record<string, Explained>> = deliveryErrors;

export const delivery = {
  title: 'Delivery',
  description: 'How messages arrive, and why some do not.',
  ofLine: (name: string) => `Only the line ${isolated(name)}`,
  ofCustomer: (name: string) => `Only the lines of ${isolated(name)}`,
  ofTime: (from: string, to: string) => `Only from ${from} to ${to}`,
  wholeTime: 'Show the whole time',
  allLines: 'Show all lines',
  tabs: { health: 'Health', events: 'Events' },
  window: 'Time',
  windows: {
    '6': 'Last 6 hours',
    '24': 'Last 24 hours',
    '72': 'Last 3 days',
    '168': 'Last 7 days',
    '720': 'Last 30 days',
  },
  verdict: 'Verdict',
  messages: 'Messages',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
  chart: 'Messages over time',
  count: 'Messages',
  time: 'Time',
  chartDescription: (delivered: string, failed: string) => `${delivered} delivered and ${failed} failed in all.`,
  noReports: 'No messages in this time',
  noReportsWhy: 'Your backend reports the statuses of messages. They are counted here within seconds.',
  errors: 'Why messages failed',
  errorsNone: 'No message failed in this time.',
  errorsExplained: errors,
  errorUnknown: 'The platform’s documentation explains this code.',
  anyError: 'Any',
  errorCode: 'Error code',
  showEvents: (count: string) => (count === '1' ? 'Show 1 failure' : `Show ${count} failures`),
  notHeld: 'Not counted in the verdict',
  mostlyRecipients: 'The recipients cause most failures, which do not count for the verdict.',
  verdictHow: 'How the verdict is made',
  verdictRule: (enough: string, degraded: string, critical: string) =>
    `Of the messages that arrived or failed: more than ${degraded} failed is degraded, more than ${critical} is critical. Fewer than ${enough} messages are too few.`,
  verdictLeftOut: (codes: string) =>
    `Failures that the recipient causes are shown, but do not count for the verdict. Their codes: ${codes}.`,
  code: 'Code',
  occurrences: 'Times',
  why: 'Reason',
  advice: 'What to do',
  lines: 'By line',
  linesNone: 'No line sent anything in this time',
  line: 'Line',
  shares: (delivered: string, failed: string) => `${delivered} delivered, ${failed} failed`,
  events: 'Delivery events',
  eventsNone: 'No events in this time',
  eventsNoneWhy: 'Choose a longer time.',
  event: {
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
    deleted: 'Deleted',
  },
  at: 'When',
  message: 'Message id',
  openMessage: 'Open the message',
  oneMessage: 'Message',
  statuses: 'Statuses',
  statusAlone: 'Other statuses of the message could not be looked for.',
  messageFacts: 'About this message',
  phoneNumberId: 'Id of the number',
  messageGone: 'The message is not there any more',
  messageGoneWhy: 'Reports are kept for a limited time, and are erased with their customer.',
  whatToSay: 'What to say to the customer',
  toSay: (time: string, why: string, code: string) =>
    `The message of ${time} did not arrive. ${why} (The platform’s code: ${code})`,
  messageHint: 'Find a message by its id',
  clientMessage: 'Your message id',
  template: 'Template',
  campaign: 'Campaign',
  error: 'Error',
  received: 'Received',
};
