import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Template } from '../../../packages/client/src/schemas.ts';
import { allItems } from './all-items.ts';
import { useClient } from './client-context.ts';
import type { PortalClient } from './portal-client.ts';

/** The key of what is read here, to read it again. */
export const templatesKey = 'templates';

/** The most that a page has. */
const pageSize = 200;
/** So many accounts are read at once: the service limits a partner's calls. */
const atOnce = 4;

const readAccount = (client: PortalClient, id: string): Promise<readonly Template[]> =>
  allItems(async (page) => {
    const query = { platform_waba_id: id, page, page_size: pageSize };
    return (await client.call('list-partner-platform-templates', query)).body;
  });

const readAccounts = async (client: PortalClient, ids: readonly string[]): Promise<readonly Template[]> => {
  const waiting = [...ids];
  const found: Template[] = [];
  const readNext = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      found.push(...(await readAccount(client, id)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return found;
};

/** All templates of some business accounts: the service lists those of one account. */
export const useTemplates = (ids: readonly string[]): UseQueryResult<readonly Template[]> => {
  const client = useClient();
  return useQuery({
    queryKey: [templatesKey, ids],
    queryFn: () => readAccounts(client, ids),
    placeholderData: keepPreviousData,
  });
};
