import { z } from 'zod';
import type { DescribedPartner } from '../../local/state-file.ts';
import { messagePath } from '../../portal/src/pages/message/message-path.ts';
import { addConnectedLine, addCustomer, addLine, control, type Backend } from '../../tools/harness/stack-scene.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { arabicName, linesOfLargeCustomer, longTemplateName, longWord, messageId } from './real-data.ts';

/** Runs when it is ever taken for markup. */
export const hostileName = `<img src=x onerror="window.taken=1">"'><script>window.taken=2</script>`;

const synchronised = z.object({ sync: z.object({ status: z.string() }) });

/** What the tests and the pictures of the pages are about. */
export interface Scene {
  /** A customer with a connected line. */
  readonly customerId: string;
  readonly instanceId: string;
  readonly wabaId: string;
  /** A customer with an Arabic name and as many lines as a large one has. */
  readonly largeId: string;
  /** A line that waits for its customer, with its link. */
  readonly waiting: { readonly id: string; readonly url: string };
  /** The page of a message that failed. */
  readonly messagePath: string;
}

/** The id is a part of the key: `partner_test_<id>_<secret>`. */
export const keyIdOf = (key: string): string => key.split('_')[2] ?? '';

/** Calls a route with the token of a partner's owner. */
export const asOwner = (
  { stack }: Pick<WholeStack, 'stack'>,
  { members }: DescribedPartner,
  method: 'GET' | 'POST' | 'DELETE',
  route: string,
  parameters: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Response> => {
  const { api_url: url, apikey } = stack.description;
  const jwt = members.find(({ role }) => role === 'owner')?.jwt ?? '';
  const headers = { apikey, authorization: `Bearer ${jwt}`, 'content-type': 'application/json' };
  if (method !== 'GET') return fetch(url, { method, headers, body: JSON.stringify({ route, ...parameters }) });
  const query = new URLSearchParams({ route });
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return fetch(`${url}?${query.toString()}`, { headers });
};

const componentsOf = (title: string): readonly object[] => [
  { type: 'HEADER', format: 'TEXT', text: title },
  { type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way.\nThank you!' },
  { type: 'FOOTER', text: 'Café Aurora' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Follow it' }] },
];

/** A template with marks, examples, buttons and a carousel. */
const richComponents: readonly object[] = [
  { type: 'HEADER', format: 'IMAGE' },
  {
    type: 'BODY',
    text: '*Summer sale*, {{1}}! _Only_ until {{2}}.\n~49~ *29* with the code ```{{3}}```.',
    example: { body_text: [['Ana', 'Sunday', 'SUN29']] },
  },
  { type: 'FOOTER', text: 'Café Aurora' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'COPY_CODE', text: 'Copy the code' },
      { type: 'URL', text: 'See all', url: 'https://cafe.example/{{1}}' },
      { type: 'QUICK_REPLY', text: 'No more of these' },
    ],
  },
  {
    type: 'CAROUSEL',
    cards: ['Espresso', 'Cappuccino', 'Cold brew'].map((drink) => ({
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: `*${drink}*, ground or as beans.` },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: `Order ${drink}` }] },
      ],
    })),
  },
];

const templatesOf = (wabaId: string): readonly object[] => {
  const order = { waba_id: wabaId, components: componentsOf('Your order') };
  return [
    { ...order, id: '9005', name: longTemplateName, language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' },
    {
      ...order,
      id: '9006',
      name: 'summer_offer',
      language: 'en',
      category: 'MARKETING',
      status: 'PAUSED',
      components: richComponents,
    },
    { ...order, id: '9001', name: 'order_sent', language: 'en', category: 'UTILITY', status: 'APPROVED' },
    { ...order, id: '9002', name: 'order_sent', language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' },
    {
      ...order,
      id: '9003',
      name: 'spring_sale',
      language: 'en',
      category: 'MARKETING',
      status: 'REJECTED',
      rejected_reason: 'INCORRECT_CATEGORY',
    },
    {
      ...order,
      id: '9004',
      name: 'hostile',
      language: 'en',
      category: 'MARKETING',
      status: 'PAUSED',
      components: componentsOf(hostileName),
    },
  ];
};

const syncTemplates = async (whole: Backend, wabaId: string): Promise<void> => {
  await control(whole, { templates: templatesOf(wabaId) });
  await whole.command('POST', 'refresh-partner-platform-templates', { platform_waba_id: wabaId });
  await until(
    async () => synchronised.parse((await whole.query('get-partner-platform-template-sync')).body).sync.status,
    (status) => status === 'succeeded',
  );
};

const hour = 3_600_000;

const reportsOf = (phoneNumberId: string, now: number): readonly object[] =>
  Array.from({ length: 120 }, (_, message) => {
    const occurred = new Date(now - (message % 22) * hour - 60_000).toISOString();
    const base = {
      phone_number_id: phoneNumberId,
      message_id: messageId(message),
      occurred_at: occurred,
      ...(message % 3 === 0 ? { template_name: longTemplateName } : {}),
    };
    const failure =
      message % 20 === 5
        ? { error_code: 131_047, error_title: 'Re-engagement message' }
        : { error_code: 131_026, error_title: 'Message undeliverable' };
    return message % 10 === 5
      ? [
          { ...base, status: 'sent' },
          { ...base, status: 'failed', ...failure },
        ]
      : [
          { ...base, status: 'sent' },
          { ...base, status: 'delivered' },
        ];
  }).flat();

const found = z.object({ items: z.array(z.object({ id: z.string(), occurred_at: z.string() })) });

/** The path of the page of a message of the line that failed. */
const failedMessagePath = async (whole: Backend, instance_id: string): Promise<string> => {
  const { items } = await until(
    async () =>
      found.parse((await whole.query('search-partner-delivery-events', { instance_id, status: 'failed' })).body),
    (page) => page.items.length > 0,
  );
  const [{ id, occurred_at } = { id: '', occurred_at: '' }] = items;
  return messagePath({ id, instance_id, occurred_at }).slice(1);
};

/** Something of everything. @param now milliseconds of the stack's clock */
export const setScene = async (whole: Backend, now: number): Promise<Scene> => {
  const customerId = await addCustomer(whole, 'C-100', 'Café Aurora');
  const line = await addConnectedLine(whole, customerId, 'aurora-01', 'Front desk');
  await control(whole, { number: { id: line.phoneNumberId, verified_name: hostileName } });
  const hostileId = await addCustomer(whole, 'C-200', hostileName);
  const waiting = await addLine(whole, hostileId, 'hostile-01', hostileName);
  for (let count = 1; count <= 26; count += 1) {
    await addCustomer(whole, `C-${300 + count}`, `Padaria ${count}`);
  }
  await addCustomer(whole, 'C-400', longWord);
  const largeId = await addCustomer(whole, 'C-500', arabicName);
  for (const { key, label } of linesOfLargeCustomer) await addLine(whole, largeId, key, label);
  await whole.command('POST', 'report-partner-message-statuses', { reports: reportsOf(line.phoneNumberId, now) });
  await syncTemplates(whole, line.wabaId);
  const path = await failedMessagePath(whole, line.id);
  return { customerId, instanceId: line.id, wabaId: line.wabaId, largeId, waiting, messagePath: path };
};
