import type { ReactElement } from 'react';
import { useFormats } from './use-formats.ts';

interface Part {
  readonly id: 'good' | 'bad' | 'waiting';
  readonly name: string;
  readonly count: number;
}

/** A bar of the parts of a whole, with its legend. */
export const Parts = ({ parts }: { readonly parts: readonly Part[] }): ReactElement => {
  const { number } = useFormats();
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <div className="parts">
      <div className="parts-bar" aria-hidden="true">
        {shown.map(({ id, count }) => (
          <div key={id} className={`parts-${id}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul>
        {parts.map(({ id, name, count }) => (
          <li key={id}>
            <span className={`parts-key parts-${id}`} aria-hidden="true" />
            {name}: {number(count)}
          </li>
        ))}
      </ul>
    </div>
  );
};
