import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { idOf, readCustomerFile, type CustomerFile } from '../../demo/rows.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'rows-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const read = (content: string): CustomerFile => {
  const file = path.join(directory, 'customers.csv');
  writeFileSync(file, content);
  return readCustomerFile(file);
};

describe('the customer file', () => {
  it('knows the line each row begins on, whatever the rows span', () => {
    const { rows } = read('\ufeffexternal_customer_id,note\na,\n\n"b","two\r\nlines"\n"c","and\nthree\nmore"\nd\n');
    expect(rows.map((row) => [idOf(row), row.line])).toEqual([
      ['a', 2],
      ['b', 4],
      ['c', 6],
      ['d', 9],
    ]);
  });

  it('leaves out what is empty, and takes columns of its own as metadata', () => {
    const { rows } = read('external_customer_id,customer_name,customer_email,city,plan\n a-1 ,Acme, ,Łódź,\n');
    expect(rows[0]?.customer).toEqual({
      external_customer_id: ' a-1 ',
      customer_name: 'Acme',
      metadata: { city: 'Łódź' },
    });
  });

  it('is recognised by its content', () => {
    const [first, same, other] = ['id\n1\n', 'id\n1\n', 'id\n2\n'].map((content) => read(content).fingerprint);
    expect(first).toBe(same);
    expect(first).not.toBe(other);
  });

  it('of the demo has 500 customers, some of them twice, and 8 bad rows', () => {
    const { rows } = readCustomerFile(path.join(import.meta.dirname, '../../demo/customers.csv'));
    const ids = rows.map(idOf).filter((id) => /^C-1\d{4}$/.test(id));
    expect([rows.length, ids.length, new Set(ids).size]).toEqual([520, 512, 500]);
    const names = rows.map(({ customer }) => customer.customer_name ?? '').join('');
    const scripts = [
      'Latin',
      'Cyrillic',
      'Arabic',
      'Hebrew',
      'Han',
      'Hiragana',
      'Hangul',
      'Devanagari',
      'Thai',
      'Greek',
    ];
    for (const script of scripts) expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  });
});
