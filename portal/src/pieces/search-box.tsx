import TextFilter from '@cloudscape-design/components/text-filter';
import { useState, type ReactElement } from 'react';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
  readonly found?: string;
}

/** A search that begins when the member stops to type. */
export const SearchBox = ({ label, placeholder, value, onSearch, found }: SearchBoxProps): ReactElement => {
  const [typed, setTyped] = useState(value);
  return (
    <div className="filters-search">
      <TextFilter
        filteringText={typed}
        filteringAriaLabel={label}
        filteringPlaceholder={placeholder}
        {...(found === undefined || value === '' ? {} : { countText: found })}
        onChange={({ detail }) => {
          setTyped(detail.filteringText);
        }}
        onDelayedChange={({ detail }) => {
          onSearch(detail.filteringText.trim());
        }}
      />
    </div>
  );
};
