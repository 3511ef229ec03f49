import { code, page, table } from '../docs/markdown.ts';
import type { Description } from './description.ts';
import { fieldTable, prose } from './field-table.ts';

/** `service.partner.customer.updated` → `service-partner-customer-updated` */
const anchorOf = (type: string): string => type.replaceAll(/[._]/g, '-');

const partOf = (description: Description, type: string, webhook: Description['webhooks'][string]): string => {
  const { schema, examples = {} } = webhook.post.requestBody.content['application/json'];
  return [
    `## ${type} {#${anchorOf(type)}}`,
    prose(webhook.post.summary),
    ...Object.values(examples).map(({ value }) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``),
    '::: details Fields',
    fieldTable(description, schema),
    ':::',
  ].join('\n\n');
};

/** The page of the events that the service sends. */
export const eventPage = (description: Description): string => {
  const kinds = Object.entries(description.webhooks);
  const headers = kinds.at(-1)?.[1].post.parameters ?? [];
  return page(
    '# Events',
    'The service sends these events to your endpoint, each as a POST with a JSON body. [Webhooks](../events.md) says how to verify\n' +
      'and answer them. Ignore fields that you do not know: a field may be added at any time.',
    table(
      ['type', 'sent when'],
      kinds.map(([type, { post }]) => [`[${code(type)}](#${anchorOf(type)})`, prose(post.summary)]),
    ),
    '## Headers',
    table(
      ['header', 'always', 'meaning'],
      headers.map(({ name, required, description: text = '' }) => [code(name), required ? 'yes' : 'no', prose(text)]),
    ),
    ...kinds.map(([type, webhook]) => partOf(description, type, webhook)),
  );
};
