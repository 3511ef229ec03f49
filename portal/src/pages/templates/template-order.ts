import type { Template } from '../../../../packages/client/src/schemas.ts';

/** What cannot be sent, or soon not any more, the worst first. */
const troubledStatuses = ['REJECTED', 'DISABLED', 'PAUSED', 'FLAGGED', 'LIMIT_EXCEEDED'] as const;

/** The place of a status among those in which a template cannot be sent. */
export const rankOf = (status: string | null): number => {
  const place = troubledStatuses.findIndex((one) => one === status);
  return place === -1 ? troubledStatuses.length : place;
};

export const isTroubled = ({ status }: Pick<Template, 'status'>): boolean => rankOf(status) < troubledStatuses.length;

type Placed = Pick<Template, 'status' | 'name' | 'language'>;

/** Troubled templates first, the others by their names. */
export const troubledFirst = <Item extends Placed>(templates: readonly Item[]): readonly Item[] =>
  templates.toSorted(
    (one, other) =>
      rankOf(one.status) - rankOf(other.status) ||
      one.name.localeCompare(other.name) ||
      one.language.localeCompare(other.language),
  );
