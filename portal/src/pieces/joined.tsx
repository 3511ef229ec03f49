import { Fragment, type ReactElement, type ReactNode } from 'react';

interface JoinedProps {
  readonly parts: readonly [ReactNode, ReactNode];
  readonly sign?: string;
}

/** Two things side by side, each in its own direction. */
export const Joined = ({ parts, sign = ' · ' }: JoinedProps): ReactElement => (
  <>
    {parts.map((part, place) => (
      <Fragment key={String(place)}>
        {place > 0 && sign}
        <bdi>{part}</bdi>
      </Fragment>
    ))}
  </>
);
