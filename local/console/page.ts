import type { StackDescription } from '../state-file.ts';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities.get(character) ?? '');

const row = (label: string, value: string): string =>
  `<tr><th scope="row">${escape(label)}</th><td><code>${escape(value)}</code></td></tr>`;

const table = (title: string, rows: readonly [string, string][]): string =>
  `<h2>${escape(title)}</h2><table>${rows.map(([label, value]) => row(label, value)).join('')}</table>`;

/** Addresses and credentials of the running stack, for the person who started it. */
export const consolePage = (description: StackDescription): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>swift-worker, local</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th { text-align: start; vertical-align: top; font-weight: normal; padding: 0.2rem 1rem 0.2rem 0; white-space: nowrap; }
  code { overflow-wrap: anywhere; }
</style>
<h1>swift-worker, stage local</h1>
${table('Service', [
  ['API', description.api_url],
  ['apikey', description.apikey],
  ['Platform simulator', description.platform.control_url],
  ['Webhook inbox', description.receiver.inbox_url],
  ['AWS services', description.aws.endpoint],
])}
${description.partners
  .map((partner) =>
    table(partner.name, [
      ['partner_id', partner.partner_id],
      ['API key', partner.api_key],
      ['API key that only reads', partner.read_only_api_key],
      ['Webhook', partner.receiver_url],
      ...partner.members.map(({ role, email }): [string, string] => [role, email]),
    ]),
  )
  .join('\n')}
</html>
`;
