import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import type { ReactElement } from 'react';
import type { ChosenColumn } from './column-choice.ts';

interface ColumnPreferencesProps {
  /** The columns in the order of the list. The first one is always shown. */
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly shown: readonly ChosenColumn[];
  readonly onChange: (chosen: readonly ChosenColumn[]) => void;
}

/** The button of a list that opens the choice of its columns, with their order. */
const ColumnPreferences = ({ columns, shown, onChange }: ColumnPreferencesProps): ReactElement => (
  <CollectionPreferences
    preferences={{ contentDisplay: shown }}
    contentDisplayPreference={{
      options: columns.map(({ id, header }, place) => ({ id, label: header, alwaysVisible: place === 0 })),
    }}
    onConfirm={({ detail }) => {
      onChange(detail.contentDisplay ?? shown);
    }}
  />
);

export default ColumnPreferences;
