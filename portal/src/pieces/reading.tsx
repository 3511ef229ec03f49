import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { Role } from '../api/member.ts';
import { Failure } from './failure.tsx';
import { Skeleton } from './skeleton.tsx';

interface ReadingProps<Body> {
  readonly of: UseQueryResult<Body>;
  readonly children: (body: Body) => ReactNode;
  readonly lines?: number;
  /** Who may read it. */
  readonly roles?: readonly Role[];
}

/** What is read, once it is there; before, its skeleton or its error. What was read stays while it is read again in vain. */
export const Reading = <Body,>({ of, children, lines, roles }: ReadingProps<Body>): ReactElement => {
  const again = (): void => {
    void of.refetch();
  };
  const failure =
    of.error === null ? null : (
      <Failure
        error={of.error}
        retry={again}
        shownSince={of.data === undefined ? undefined : of.dataUpdatedAt}
        {...(roles === undefined ? {} : { roles })}
      />
    );
  if (of.data === undefined) return failure ?? <Skeleton {...(lines === undefined ? {} : { lines })} />;
  return (
    <>
      {failure}
      {children(of.data)}
    </>
  );
};
