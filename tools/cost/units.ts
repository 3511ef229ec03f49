import { readFile } from 'node:fs/promises';

/** Capacity units of the table. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

/** A route's case in docs/access-patterns.md: in an environment with cached callers, and in a new one. */
interface CallUnits {
  readonly warm: Units;
  readonly cold: Units;
}

export interface MeasuredUnits {
  /** @throws Error when the page has no such row */
  readonly call: (route: string, about: string) => CallUnits;
  /** @throws Error when the page has no such row */
  readonly delivery: (about: string) => Units;
}

const cellsOf = (page: string, beginning: string): readonly number[] => {
  const line = page.split('\n').find((found) => found.startsWith(beginning));
  if (line === undefined) throw new Error(`access-patterns.md has no row ${beginning}`);
  const cells = line.slice(beginning.length).split('|').slice(0, -1).map(Number);
  if (cells.some(Number.isNaN)) throw new Error(`access-patterns.md has another form: ${line}`);
  return cells;
};

export const unitsIn = (page: string): MeasuredUnits => ({
  call: (route, about) => {
    const cells = cellsOf(page, `| \`${route}\` | ${about} |`);
    const [, , read = NaN, write = NaN, , , coldRead = NaN, coldWrite = NaN] = cells;
    return { warm: { read, write }, cold: { read: coldRead, write: coldWrite } };
  },
  delivery: (about) => {
    const [read = NaN, write = NaN] = cellsOf(page, `| ${about} |`);
    return { read, write };
  },
});

/** The measured units, which a test checks. */
export const measuredUnits = async (): Promise<MeasuredUnits> =>
  unitsIn(await readFile(new URL('../../docs/access-patterns.md', import.meta.url), 'utf8'));
