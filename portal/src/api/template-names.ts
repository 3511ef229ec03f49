import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../../../packages/client/src/client.ts';
import type {
  ListPartnerTemplateNamesQuery,
  ListPartnerTemplateNamesResponse,
  TemplateName,
} from '../../../packages/client/src/schemas.ts';
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
  /** Why the names after these could not be read; null: these are all. */
  readonly unread: Error | null;
}

/** The answers of the route, one after the other. */
export async function* namePages(
  client: Pick<PortalClient, 'call'>,
  asked: Omit<ListPartnerTemplateNamesQuery, 'cursor'>,
  signal: AbortSignal,
): AsyncGenerator<ListPartnerTemplateNamesResponse, void> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: Answer<ListPartnerTemplateNamesResponse> = await client.call(
      route,
      { ...asked, cursor },
      { signal },
    );
    yield body;
    cursor = body.next_cursor;
  }
}

/** All names, or those before an answer that did not come. */
export const readNames = async (client: Pick<PortalClient, 'call'>, signal: AbortSignal): Promise<TemplateNames> => {
  const names: TemplateName[] = [];
  let accounts = 0;
  try {
    for await (const page of namePages(client, { page_size: pageSize }, signal)) {
      names.push(...page.names);
      ({ accounts } = page);
    }
  } catch (error) {
    if (names.length === 0 || signal.aborted || !(error instanceof Error)) throw error;
    return { names, accounts, unread: error };
  }
  return { names, accounts, unread: null };
};

/** The names of the templates of all business accounts. */
export const useTemplateNames = (when: boolean): UseQueryResult<TemplateNames> => {
  const client = useClient();
  const queries = useQueryClient();
  return useQuery({
    queryKey: [templatesKey, route],
    queryFn: async ({ queryKey, signal }) => {
      const read = await readNames(client, signal);
      // All names of before are worth more than some of now.
      if (read.unread !== null && queries.getQueryData<TemplateNames>(queryKey)?.unread === null) throw read.unread;
      return read;
    },
    enabled: when,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
};
