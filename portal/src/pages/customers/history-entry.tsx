import type { ReactElement } from 'react';
import type { HistoryEntry } from '../../../../packages/client/src/schemas.ts';
import type { LineName } from '../../api/line-names.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { joined } from '../../pieces/isolated.ts';
import { PageLink } from '../../pieces/page-link.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { changeText, fieldText, isShown } from './change-text.ts';
import { changesOf, type Change } from './changes-of.ts';

/** What an entry changed, of what the pages show. */
export const changesToTell = (entry: HistoryEntry): readonly Change[] =>
  changesOf(entry).filter(({ field }) => isShown(field));

/** What the customers and the lines of the entries are called, by their ids. */
export interface Names {
  readonly customers: ReadonlyMap<string, string>;
  readonly lines: ReadonlyMap<string, Pick<LineName, 'name'>>;
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly names: Names;
}

/** What an entry changed, by field. */
export const Changes = ({ entry, names: { customers: known } }: EntryProps): ReactElement => {
  const texts = useTexts();
  const formats = useFormats();
  const { customers } = texts;
  const said = (field: string, value: string): string => known.get(value) ?? changeText(texts, formats, field, value);
  return (
    <>
      {changesToTell(entry).map(({ field, was, now }) => (
        <div key={field} className="breakable">
          <strong>{fieldText(texts, field)}</strong>:{' '}
          {joined(
            [...(was === null ? [] : [said(field, was)]), now === null ? customers.nothing : said(field, now)],
            ' → ',
          )}
        </div>
      ))}
    </>
  );
};

/** The line and the other customers that an entry is about. */
export const Related = ({ entry: { related }, names, own }: EntryProps & { readonly own: string }): ReactElement => {
  const { customers, lines } = useTexts();
  const { instance_id: line, source_customer_id: from, target_customer_id: into } = related;
  const others = [
    { said: customers.from, id: from },
    { said: customers.into, id: into },
  ];
  return (
    <>
      {line !== undefined && (
        <PageLink to={`/lines/${line}`}>
          <span className="clamped">{names.lines.get(line)?.name ?? lines.openLine}</span>
        </PageLink>
      )}
      {others.map(({ said, id }) =>
        id === undefined || id === own ? null : (
          <div key={said}>
            {said} <CustomerLink id={id} name={names.customers.get(id) ?? null} />
          </div>
        ),
      )}
    </>
  );
};

const customerFields = ['partner_customer_id', 'customer_id', 'merged_into'] as const;

/** The customers that an entry names by their ids. */
export const customersIn = ({ related, previous, new: next }: HistoryEntry): readonly string[] =>
  [
    related.source_customer_id,
    related.target_customer_id,
    ...customerFields.flatMap((field) => [previous[field], next[field]]),
  ].filter((id) => typeof id === 'string');
