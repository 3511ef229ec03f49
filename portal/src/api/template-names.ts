import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { TemplateName } from '../../../packages/client/src/schemas.ts';
import { useClient } from './client-context.ts';
import type { PortalClient } from './portal-client.ts';
import { templatesKey } from './templates.ts';

const route = 'list-partner-template-names';

/** The most names that an answer can have. */
const pageSize = 200;

export interface TemplateNames {
  readonly names: readonly TemplateName[];
  /** The business accounts that have them. */
  readonly accounts: number;
}

const readAll = async (client: Pick<PortalClient, 'call'>, signal: AbortSignal): Promise<TemplateNames> => {
  const names: TemplateName[] = [];
  for (let cursor = ''; ;) {
    const { body } = await client.call(route, { page_size: pageSize, cursor }, { signal });
    names.push(...body.names);
    if (body.next_cursor === null) return { names, accounts: body.accounts };
    cursor = body.next_cursor;
  }
};

/** The names of the templates of all business accounts. */
export const useTemplateNames = (when: boolean): UseQueryResult<TemplateNames> => {
  const client = useClient();
  return useQuery({
    queryKey: [templatesKey, route],
    queryFn: ({ signal }) => readAll(client, signal),
    enabled: when,
    placeholderData: keepPreviousData,
  });
};
