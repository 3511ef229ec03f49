import {
  deliveryErrors,
  errorSubjects,
  verdictRules,
  type DeliveryError,
  type ErrorSubject,
} from '../../packages/client/src/delivery-errors.ts';
import { code, generatedNote, page, table } from './markdown.ts';

const titles: Readonly<Record<ErrorSubject, string>> = {
  recipient: 'The recipient',
  message: 'The message or its file',
  template: 'The template',
  line: 'The line',
  account: 'The business account',
  pace: 'Too many messages at once',
  platform: 'The platform',
};

const all: readonly (readonly [string, DeliveryError])[] = Object.entries(deliveryErrors);

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const section = (about: ErrorSubject): string => {
  const rows = all.filter(([, error]) => error.about === about);
  return [
    `## ${titles[about]}`,
    table(
      ['code', 'why', 'what to do', 'counts for the verdict'],
      rows.map(([number, { why, advice, held }]) => [code(number), why, advice, held ? 'yes' : 'no']),
    ),
  ].join('\n\n');
};

const list = 'https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes';
const { enoughMessages, degradedAbove, criticalAbove } = verdictRules;

/** docs/partners/delivery-errors.md: why messages fail, by the platform's codes. The portal shows the same texts. */
export const deliveryErrorsPage = (): string =>
  page(
    '# Why messages fail',
    `<!-- ${generatedNote} -->`,
    'A failed message has the platform’s `error_code`. This page says what each code means and what to do. The portal says the\n' +
      `same beside the failures of your lines. The platform's [list](${list}) has all codes.`,
    '[Search delivery events](delivery.md#search-delivery-events) finds the messages that failed with a code.',
    `The verdict on a line is \`degraded\` when more than ${percent(degradedAbove)} of its messages failed, and \`critical\` above ${percent(criticalAbove)}. Below ${enoughMessages} messages\n` +
      'it is `insufficient_data`. Failures that a line cannot help are shown, but do not count for the verdict.',
    ...errorSubjects.map(section),
  );
