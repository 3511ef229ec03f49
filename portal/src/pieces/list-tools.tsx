import Button from '@cloudscape-design/components/button';
import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import type { ChosenColumn } from './column-choice.ts';

interface ListToolsProps {
  readonly name: string;
  /** The columns in the order of the list. The first one is always shown. */
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly shown: readonly ChosenColumn[];
  /** Without it, the columns cannot be chosen. */
  readonly onChange: ((chosen: readonly ChosenColumn[]) => void) | null;
  /** Without it, there is no file. */
  readonly onDownload: (() => void) | null;
}

/** The file of what a list shows, and the choice of its columns with their order. */
const ListTools = ({ name, columns, shown, onChange, onDownload }: ListToolsProps): ReactElement => {
  const { words } = useTexts();
  return (
    <span className="list-tools">
      {onDownload !== null && (
        <Button variant="icon" iconName="download" ariaLabel={words.downloadOf(name)} onClick={onDownload} />
      )}
      {onChange !== null && (
        <CollectionPreferences
          preferences={{ contentDisplay: shown }}
          contentDisplayPreference={{
            options: columns.map(({ id, header }, place) => ({ id, label: header, alwaysVisible: place === 0 })),
          }}
          onConfirm={({ detail }) => {
            onChange(detail.contentDisplay ?? shown);
          }}
        />
      )}
    </span>
  );
};

export default ListTools;
