import type { ReactElement } from 'react';
import type { Column } from './column.ts';

interface CardFactsProps<Item> {
  readonly item: Item;
  readonly columns: readonly Column<Item>[];
}

/** What a card says below its title: a line for each fact that there is, so that a phone shows several cards at once. */
export const CardFacts = <Item,>({ item, columns }: CardFactsProps<Item>): ReactElement => (
  <dl className="card-facts">
    {columns.map(({ id, header, cell, wide = false }) => {
      const content = cell(item);
      return content === null ? null : (
        <div key={id} className={wide ? 'card-fact card-fact-wide' : 'card-fact'}>
          <dt>{header}</dt>
          <dd>{content}</dd>
        </div>
      );
    })}
  </dl>
);
