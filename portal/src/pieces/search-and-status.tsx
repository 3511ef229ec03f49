import type { ReactElement, ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Choice } from './choice.tsx';
import { Filters } from './filters.tsx';
import { SearchBox } from './search-box.tsx';

interface SearchAndStatusProps<Status extends string> {
  readonly search: { readonly label: string; readonly placeholder: string; readonly value: string };
  readonly onSearch: (search: string) => void;
  readonly status: { readonly label: string; readonly value: Status | '' };
  /** The statuses in their order, with their texts. */
  readonly statuses: readonly Status[];
  readonly textOf: Readonly<Record<Status, string>>;
  /** An empty text for any status. */
  readonly onStatus: (status: Status | '') => void;
  /** A list that is filtered anew begins with its first page. */
  readonly onPage: (page: number) => void;
  /** A filter beside them. */
  readonly other?: ReactNode;
}

/** The filters of a list with a search and a status. */
export const SearchAndStatus = <Status extends string>(props: SearchAndStatusProps<Status>): ReactElement => {
  const { search, onSearch, status, statuses, textOf, onStatus, onPage, other } = props;
  const { words } = useTexts();
  return (
    <Filters>
      <SearchBox
        {...search}
        onSearch={(next) => {
          onSearch(next);
          onPage(1);
        }}
      />
      <Choice
        {...status}
        options={[['', words.any], ...statuses.map((one) => [one, textOf[one]] as const)]}
        onChange={(next) => {
          onStatus(next);
          onPage(1);
        }}
      />
      {other}
    </Filters>
  );
};
