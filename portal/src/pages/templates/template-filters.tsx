import type { ReactElement } from 'react';
import { Choice } from '../../pieces/choice.tsx';
import { Filters } from '../../pieces/filters.tsx';
import { SearchBox } from '../../pieces/search-box.tsx';
import { useTexts } from '../../texts/texts.ts';
import { troubled, type TemplateFilter } from './use-template-filter.ts';

const statuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const;

interface TemplateFiltersProps {
  readonly filter: TemplateFilter;
  /** Those that can be chosen. */
  readonly languages: readonly string[];
  readonly onChange: () => void;
}

export const TemplateFilters = ({ filter, languages: all, onChange }: TemplateFiltersProps): ReactElement => {
  const { templates, words } = useTexts();
  const languages = Array.from(new Set([...all, filter.language])).filter(Boolean);
  const changing =
    (set: (value: string) => void) =>
    (value: string): void => {
      set(value);
      onChange();
    };
  return (
    <Filters>
      <SearchBox
        label={templates.searchLabel}
        placeholder={templates.searchHint}
        value={filter.search}
        onSearch={changing(filter.setSearch)}
      />
      <Choice
        label={templates.status}
        value={filter.status}
        options={[
          ['', words.any],
          [troubled, templates.troubled],
          ...statuses.map((one) => [one, templates.statuses[one] ?? one] as const),
        ]}
        onChange={changing(filter.setStatus)}
      />
      <Choice
        label={templates.language}
        value={filter.language}
        options={[['', words.any], ...languages.toSorted().map((one) => [one, one] as const)]}
        onChange={changing(filter.setLanguage)}
      />
    </Filters>
  );
};
