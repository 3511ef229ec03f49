import SpaceBetween from '@cloudscape-design/components/space-between';
import Button from '@cloudscape-design/components/button';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useLines, type LineRow } from '../../api/lines.ts';
import { useMay } from '../../api/member.ts';
import { Empty } from '../../pieces/empty.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import { LineListing } from '../../pieces/line-listing.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { Page } from '../../pieces/page.tsx';
import { SearchAndStatus } from '../../pieces/search-and-status.tsx';
import { useFilter } from '../../pieces/use-filter.ts';
import { useKept } from '../../pieces/use-kept.ts';
import { usePage } from '../../pieces/use-page.ts';
import { waitingStatuses } from './waiting-statuses.ts';
import { useTexts } from '../../texts/texts.ts';

const statuses = [
  'created',
  'awaiting_connection',
  'connecting',
  'connected',
  'degraded',
  'reconnect_required',
  'deactivating',
  'deactivation_failed',
  'inactive',
] as const;

/** Leads to the links and words for those of the chosen lines that wait for their customers. */
const RemindChosen = ({ chosen }: { readonly chosen: readonly LineRow[] }): ReactElement => {
  const { lines } = useTexts();
  const [, navigate] = useLocation();
  const waiting = chosen.filter(({ status }) => waitingStatuses.some((one) => one === status));
  return (
    <>
      <Button
        disabled={waiting.length === 0}
        onClick={() => {
          navigate(`/lines/reminders?lines=${waiting.map(({ id }) => id).join(',')}`);
        }}
      >
        {lines.remindChosen(waiting.length)}
      </Button>
      {waiting.length < chosen.length && <span>{lines.remindChosenWhy}</span>}
    </>
  );
};

const Lines = (): ReactElement => {
  const { lines, words } = useTexts();
  const mayWrite = useMay('instances.write');
  const [search, setSearch] = useKept('lines.search');
  const [status, setStatus] = useFilter('lines.status', 'status', ['', ...statuses]);
  const [page, setPage] = usePage();
  const query = useLines({ page, pageSize: 25, search, ...(status === '' ? {} : { status }) });
  const add = (
    <PageButton to="/lines/new" variant="primary">
      {lines.new}
    </PageButton>
  );
  const both = (
    <SpaceBetween direction="horizontal" size="xs">
      <PageButton to="/lines/reminders">{lines.remindersOpen}</PageButton>
      {add}
    </SpaceBetween>
  );
  return (
    <Page title={lines.title} description={lines.description} actions={mayWrite ? both : undefined}>
      <LineListing
        withCustomer
        header={<ListHeader title={lines.title} query={query} />}
        filter={
          <SearchAndStatus
            search={{ label: lines.searchLabel, placeholder: lines.searchHint, value: search }}
            onSearch={setSearch}
            status={{ label: lines.status, value: status }}
            statuses={statuses}
            textOf={words.instance}
            onStatus={setStatus}
            onPage={setPage}
          />
        }
        {...(mayWrite ? { bulk: (chosen: readonly LineRow[]) => <RemindChosen chosen={chosen} /> } : {})}
        query={query}
        page={page}
        onPage={setPage}
        empty={
          status === '' && search === '' ? (
            <Empty title={lines.empty} why={lines.emptyWhy} action={mayWrite ? add : undefined} />
          ) : (
            <Empty title={words.noMatches} why={words.noMatchesWhy} />
          )
        }
      />
    </Page>
  );
};

export default Lines;
