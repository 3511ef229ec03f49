import { measureAccessPatterns, type Measurement as Access } from '../../access-patterns/measure.ts';
import type { Goal, Section } from '../section.ts';

interface Wanted {
  readonly row: string;
  readonly route: string;
  readonly about: string;
  readonly of: 'rounds' | 'read' | 'write';
  readonly most: number;
}

/** The rows of docs/access-patterns.md that have a goal. */
export const rowsWithGoal: readonly Wanted[] = [
  { row: 'command', route: 'update-partner-customer', about: 'by customer_id', of: 'rounds', most: 2 },
  { row: 'replay', route: 'update-partner-customer', about: 'replayed', of: 'rounds', most: 1 },
  {
    row: 'key mismatch',
    route: 'update-partner-customer',
    about: 'other parameters with a used key',
    of: 'rounds',
    most: 1,
  },
  {
    row: 'warm GET',
    route: 'get-partner-platform-template',
    about: 'by name and language',
    of: 'rounds',
    most: 1,
  },
  { row: 'search', route: 'search-partner-delivery-events', about: '30 days, page 120', of: 'rounds', most: 3 },
  {
    row: 'report',
    route: 'report-partner-message-status',
    about: 'a message of an instance that reported before',
    of: 'rounds',
    most: 1,
  },
  { row: 'customer update', route: 'update-partner-customer', about: 'by customer_id', of: 'write', most: 7 },
  {
    row: 'report, its own',
    route: 'report-partner-message-status',
    about: 'a message of an instance that reported before',
    of: 'write',
    most: 1.5,
  },
  {
    row: 'health of 2,160 h, 5 instances',
    route: 'get-partner-delivery-health',
    about: '2,160 h',
    of: 'read',
    most: 2,
  },
];

const units = { rounds: 'round trips', read: 'read units', write: 'write units' } as const;

const goalOf = (all: readonly Access[], { row, route, about, of, most }: Wanted): Goal => {
  const found = all.find((one) => one.route === route && one.about === about);
  if (found === undefined) throw new Error(`${route} (${about}) is not measured`);
  return { row, unit: units[of], ours: found.warm[of], peer: null, goal: { of: 'figure', most } };
};

/** The table calls of API calls in a warm environment, with units by the published rules. */
export const roundTrips: Section = {
  name: 'round-trips',
  measure: async () => {
    const all = await measureAccessPatterns();
    const goals = rowsWithGoal.map((row) => goalOf(all, row));
    return [
      {
        title: 'What calls ask of the table, warm',
        head: ['call', 'of', 'figure'],
        rows: goals.map(({ row, unit, ours }) => [row, unit, ours]),
        goals,
      },
    ];
  },
};
