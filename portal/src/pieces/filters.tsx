import type { ReactElement, ReactNode } from 'react';

/** Filters beside each other, or below each other on a phone. */
export const Filters = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <div className="filters">{children}</div>
);
