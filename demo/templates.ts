import type { Client } from '../packages/client/src/client.ts';
import type { ListPartnerPlatformTemplatesQuery, Template } from '../packages/client/src/schemas.ts';
import { numberOf, type Screen } from './screen.ts';
import { tell, type Surroundings } from './surroundings.ts';
import { until } from './until.ts';

/** The instance whose business account gets some templates at the platform. */
const lineKey = 'demo-line-02';

const written = [
  { name: 'order_sent', category: 'UTILITY', text: 'Hello {{1}}, your order {{2}} is on its way' },
  { name: 'spring_sale', category: 'MARKETING', text: 'Hello {{1}}, everything is 20 % off until Sunday' },
  { name: 'table_booked', category: 'UTILITY', text: 'Your table for {{1}} is booked for {{2}}' },
] as const;
const languages = ['de', 'en', 'fr', 'pt_BR'] as const;
const rejected = 'spring_sale';

const ended: ReadonlySet<string> = new Set(['succeeded', 'partial', 'failed']);
const rowOf = ({ name, language, category, status }: Template): string[] => [
  name,
  language,
  category ?? '–',
  status ?? '–',
];

/** Templates in several languages. Their ids derive from the business account, so that another run replaces them. */
const templatesOf = (wabaId: string): readonly object[] =>
  written.flatMap(({ name, category, text }, row) =>
    languages.map((language, column) => ({
      id: `${wabaId.slice(0, 12)}${row}${column}`,
      waba_id: wabaId,
      name,
      language,
      category,
      status: 'APPROVED',
      components: [{ type: 'BODY', text }],
    })),
  );

/**
 * Synchronises the templates of a business account, and has the platform reject one of them.
 * @returns whether the service answered as expected
 */
export const synchroniseTemplates = async (
  client: Client,
  { platformControlUrl }: Surroundings,
  screen: Screen,
): Promise<boolean> => {
  const { instance } = (await client.call('get-partner-instance', { instance_key: lineKey })).body;
  const wabaId = instance.platform_waba_id ?? '';
  await tell(platformControlUrl, { templates: templatesOf(wabaId) });

  const asked = await client.call('refresh-partner-platform-templates', { instance_id: instance.id });
  const { id } = asked.body.sync;
  const done = await until(
    async () => (await client.call('get-partner-platform-template-sync', { sync_id: id })).body.sync,
    ({ status }) => ended.has(status),
  );
  screen.line(
    `Synchronisation ${asked.status === 202 ? 'started' : 'done less than 10 minutes ago'}: ${done?.status ?? 'not ended'}`,
  );
  screen.line(
    `${numberOf(done?.fetched ?? 0, 'template')} on ${numberOf(done?.pages ?? 0, 'page')}, ${done?.created ?? 0} of them new`,
  );

  const listed = async (filter: ListPartnerPlatformTemplatesQuery = {}) => {
    const query = { platform_waba_id: wabaId, page_size: 200, ...filter };
    return (await client.call('list-partner-platform-templates', query)).body;
  };
  const all = await listed();
  screen.table(['template', 'language', 'category', 'status'], all.items.map(rowOf));

  const english = (await listed({ template_name: rejected, language: 'en' })).items[0];
  const value = {
    event: 'REJECTED',
    reason: 'PROMOTIONAL',
    message_template_id: Number(english?.template_id),
    message_template_name: rejected,
    message_template_language: 'en',
  };
  const changes = [{ field: 'message_template_status_update', value }];
  const entry = [{ id: wabaId, time: Math.floor(Date.now() / 1000), changes }];
  await tell(platformControlUrl, { callback: { object: 'whatsapp_business_account', entry } });
  const seen = await until(
    () => listed({ status: 'REJECTED' }),
    ({ items }) => items.some(({ template_id }) => template_id === english?.template_id),
  );
  screen.line('');
  screen.line('Rejected templates after the callback of the platform:');
  screen.table(['template', 'language', 'category', 'status'], (seen?.items ?? []).map(rowOf));
  return done?.status === 'succeeded' && all.total === written.length * languages.length && seen !== null;
};
