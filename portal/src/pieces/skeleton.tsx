import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useDelayed } from './use-delayed.ts';

/** Grey lines in the place of what is being read. */
export const Skeleton = ({ lines = 4 }: { readonly lines?: number }): ReactElement => {
  const late = useDelayed();
  const { words } = useTexts();
  return (
    <div className={late ? 'skeleton' : 'skeleton skeleton-waiting'} role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton-line" />
      ))}
    </div>
  );
};
