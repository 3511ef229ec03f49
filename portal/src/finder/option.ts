import { numberOf } from '../api/line-names.ts';
import { messagePath } from '../pages/message/message-path.ts';
import { templateNamePath, worstFirst } from '../pages/templates/template-name.ts';
import { ends } from '../pieces/ends.ts';
import { eventName } from '../pieces/event-name.ts';
import type { Formats } from '../pieces/use-formats.ts';
import type { Texts } from '../texts/texts.ts';
import type { Records } from './finds.ts';
import type { Kind } from './kind.ts';

/** What can be opened. */
export interface Option {
  readonly id: string;
  readonly title: string;
  readonly details: readonly string[];
  /** Below the portal. */
  readonly path: string;
}

export interface Said {
  readonly texts: Texts;
  readonly formats: Pick<Formats, 'dateTime'>;
}

const some = (...details: readonly (string | null | undefined)[]): readonly string[] =>
  details.filter((detail) => typeof detail === 'string');

/** A record of each kind as it is offered. */
export const optionOf: { readonly [Name in Kind]: (record: Records[Name], said: Said) => Option } = {
  customers: (customer, { texts: { words } }) => ({
    id: customer.customer_id,
    title: customer.customer_name,
    details: some(
      customer.external_customer_id,
      customer.customer_phone,
      customer.status === 'active' ? null : words.customer[customer.status],
    ),
    path: `/customers/${customer.customer_id}`,
  }),
  lines: (line, { texts: { words } }) => ({
    id: line.id,
    title: numberOf(line),
    details: some(line.customer_name, words.instance[line.status]),
    path: `/lines/${line.id}`,
  }),
  templates: (found, { texts: { templates } }) => ({
    id: found.name,
    title: ends(found.name, 40),
    details: some(
      ...worstFirst(found.statuses)
        .slice(0, 1)
        .map(({ status, accounts }) => {
          const said = templates.statuses[status ?? ''] ?? status ?? '';
          return `${said} ${templates.inAccounts(String(accounts), String(found.accounts))}`;
        }),
    ),
    path: templateNamePath(found.name),
  }),
  messages: (report, { texts: { words }, formats }) => ({
    id: report.id,
    title: words.message[report.status],
    details: some(formats.dateTime(report.occurred_at), report.template_name && ends(report.template_name)),
    path: messagePath(report),
  }),
  events: ({ id, type, status, created_at: at }, { texts, formats }) => ({
    id,
    title: eventName(texts, type),
    details: some(texts.webhook.eventStatus[status], formats.dateTime(at)),
    path: `/webhook/events?event=${id}`,
  }),
  keys: ({ id, label, status, page }, { texts: { team } }) => ({
    id,
    title: label ?? id,
    details: some(label === null ? null : id, team.keyStatus[status]),
    path: `/team?keys=${page}`,
  }),
  acts: ({ request_id: id, action, at, page }, { texts: { team }, formats }) => ({
    id,
    title: team.actNames[action],
    details: some(formats.dateTime(at)),
    path: `/team?acts=${page}`,
  }),
};
