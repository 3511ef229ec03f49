import { describe, expect, test } from '@jest/globals';
import { runAll } from '../../portal/src/api/run-all.ts';
import type { Column } from '../../portal/src/pieces/column.ts';
import { listFile } from '../../portal/src/pieces/list-file.ts';
import { ordered, orderOf, writtenOrder } from '../../portal/src/pieces/list-order.ts';

interface Row {
  readonly name: string;
  readonly lines: number | null;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  {
    id: 'lines',
    header: 'Lines',
    cell: ({ lines }) => lines,
    value: ({ lines }) => lines,
    more: [{ header: 'Twice', value: ({ lines }) => (lines === null ? null : lines * 2) }],
  },
  { id: 'actions', header: 'Actions', cell: () => 'Revoke' },
];
const all = columns.map(({ id }) => ({ id, visible: true }));
const fileOf = (name: string, lines: number | null = 1): string =>
  listFile(columns, all, [{ name, lines }], 'en').slice(1).split('\r\n')[1] ?? '';

describe('the file of a list', () => {
  test('has the columns that are shown, in their order, and begins as Excel reads UTF-8', () => {
    const shown = [
      { id: 'lines', visible: true },
      { id: 'name', visible: true },
      { id: 'actions', visible: true },
    ];
    const rows = [{ name: 'Ana; "A"', lines: null }];
    expect(listFile(columns, shown, rows, 'en')).toBe('\ufeffLines,Twice,Name\r\n,,"Ana; ""A"""\r\n');
    expect(listFile(columns, [{ id: 'name', visible: false }], rows, 'en')).toBe('\ufeff\r\n\r\n');
  });

  test('is separated as spreadsheets of the language expect', () => {
    expect(listFile(columns, all, [{ name: 'Ana', lines: 2 }], 'pt-BR')).toBe('\ufeffName;Lines;Twice\r\nAna;2;4\r\n');
  });

  test.each(['=1+1', '+55 11', '-2', '@a', ' =1', '\t=1', '\u{ff1d}1'])('has %j as text, not as a formula', (name) => {
    expect(fileOf(name)).toMatch(/^"?'/);
  });

  test.each(['Ana', 'a=1', '1-2', ''])('has %j as it is', (name) => {
    expect(fileOf(name).startsWith("'")).toBe(false);
  });

  test('has numbers as numbers', () => {
    expect(fileOf('Ana', -2)).toBe('Ana,-2,-4');
  });
});

describe('the order of a list', () => {
  const rows = [
    { name: 'Line 10', lines: 3 },
    { name: 'line 9', lines: null },
    { name: 'Line 2', lines: 20 },
  ];
  const namesBy = (given: string): readonly string[] => ordered(rows, columns, orderOf(given)).map(({ name }) => name);

  test.each([
    ['name', ['Line 2', 'line 9', 'Line 10']],
    ['-name', ['Line 10', 'line 9', 'Line 2']],
    ['lines', ['Line 10', 'Line 2', 'line 9']],
    ['-lines', ['Line 2', 'Line 10', 'line 9']],
    ['actions', ['Line 10', 'line 9', 'Line 2']],
    ['', ['Line 10', 'line 9', 'Line 2']],
  ])('by %j is %j', (given, names) => {
    expect(namesBy(given)).toEqual(names);
    expect(writtenOrder(orderOf(given))).toBe(given);
  });
});

describe('an act on many records', () => {
  const ids = Array.from({ length: 10 }, (_, at) => String(at));

  test('runs one after the other, and has a result for each', async () => {
    let running = 0;
    let most = 0;
    const results = new Map<string, unknown>();
    const act = async (id: string): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (id === '3') throw new Error('refused');
    };
    await runAll(ids, act, (id, error) => results.set(id, error), new AbortController().signal);
    expect(most).toBe(1);
    expect(ids.map((id) => results.get(id))).toEqual(ids.map((id) => (id === '3' ? new Error('refused') : null)));
  });

  test('begins nothing more when its page is left', async () => {
    const left = new AbortController();
    const begun: string[] = [];
    const act = (id: string): Promise<void> => {
      begun.push(id);
      left.abort();
      return Promise.resolve();
    };
    await runAll(ids, act, () => undefined, left.signal);
    expect(begun).toEqual(['0']);
  });
});
