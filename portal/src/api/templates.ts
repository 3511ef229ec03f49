import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Template } from '../../../packages/client/src/schemas.ts';
import { allItems } from './all-items.ts';
import { useClient } from './client-context.ts';
import type { PortalClient } from './portal-client.ts';

/** The key of what is read here, to read it again. */
export const templatesKey = 'templates';

/** The most that a page has. */
const pageSize = 200;
const readAccount = (client: PortalClient, id: string): Promise<readonly Template[]> =>
  allItems(async (page) => {
    const query = { platform_waba_id: id, page, page_size: pageSize };
    return (await client.call('list-partner-platform-templates', query)).body;
  });

/** All templates of a business account. */
export const useTemplates = (id: string, when: boolean): UseQueryResult<readonly Template[]> => {
  const client = useClient();
  return useQuery({
    queryKey: [templatesKey, id],
    queryFn: () => readAccount(client, id),
    enabled: when,
    placeholderData: keepPreviousData,
  });
};
