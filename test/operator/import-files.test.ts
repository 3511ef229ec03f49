import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import { recordedTerminal } from './recorded-terminal.ts';
import { noCloud } from './no-cloud.ts';

const header = 'external_customer_id,customer_name,customer_email,customer_phone,metadata';
const padaria = { external_customer_id: 'A-1', customer_name: 'Padaria São João', customer_phone: '+5511987654321' };
const row = 'A-1,Padaria São João,,+5511987654321,';
const sent = z.object({ customers: z.array(z.record(z.string(), z.unknown())) });

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'import-files-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const counts = { created: 1, updated: 0, unchanged: 0, failed: 0, total: 1 };

/** Runs the import of a file against a stage that takes every row. */
const importOf = async (content: string | Buffer | null, ...options: readonly string[]) => {
  const file = path.join(directory, 'customers.csv');
  rmSync(file, { force: true });
  if (content !== null) writeFileSync(file, content);
  const terminal = recordedTerminal();
  const rows: Record<string, unknown>[] = [];
  const stage = {
    run: (_: string, input: Readonly<Record<string, unknown>>) => {
      rows.push(...sent.parse(input).customers);
      return Promise.resolve({ import: { id: 'I', status: 'completed', ...counts }, failures: [] });
    },
    logs: { find: () => Promise.resolve([]) },
    cloud: noCloud,
  };
  const argv = ['customers', 'import', file, '--partner', 'P', ...options];
  const code = await main(argv, areas, terminal, () => Promise.resolve(stage));
  return { code, rows, error: terminal.complained(), out: terminal.printed() };
};

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('a file that a spreadsheet saves', () => {
  it.each<[string, string | Buffer, ...string[]]>([
    ['UTF-8', `${header}\n${row}\n`],
    ['UTF-8 with a byte order mark', `\ufeff${header}\r\n${row}\r\n`],
    ['UTF-16 with a byte order mark', utf16(`\ufeff${header}\r\n${row}\r\n`)],
    ['UTF-16 without a byte order mark', utf16(`${header}\r\n${row}\r\n`)],
    ['UTF-16, big-endian', utf16(`\ufeff${header}\r\n${row}\r\n`).swap16()],
    ['the encoding that is asked for', latin1(`${header}\r\n${row}\r\n`), '--encoding', 'windows-1252'],
    ['semicolons', `${header}\n${row}\n`.replaceAll(',', ';')],
    ['tabs', `${header}\n${row}\n`.replaceAll(',', '\t')],
    ['tabs in UTF-16, the Unicode text of Excel', utf16(`\ufeff${header}\r\n${row}\r\n`.replaceAll(',', '\t'))],
    ['vertical bars', `${header}\n${row}\n`.replaceAll(',', '|')],
    ['a line that names the separator', `sep=;\r\n${header}\r\n${row}\r\n`.replaceAll(',', ';')],
    ['line ends of an old Mac', `${header}\r${row}\r`],
    ['mixed line ends', `${header}\r\n${row}\n\r\n`],
    ['blanks beside quotes', `${header}\n A-1 , "Padaria São João" ,,+5511987654321,\n`],
    ['names of columns in another case', `${header.toUpperCase()}\n${row}\n`],
    ['empty columns and rows at the end', `${header},,\n${row},,\n,,,,,,\n`],
  ])('is read: %s', async (_, content, ...options) => {
    expect(await importOf(content, ...options)).toMatchObject({ code: 0, rows: [padaria], error: '' });
  });

  it('keeps a quote within a cell, and a separator and a line break within quotes', async () => {
    const { rows } = await importOf(
      `${header}\nA-1,Bar 12" Pizza,,,\nA-2,"One; ""two"", three",,,"{""a"":""b\r\n""}"\n`,
    );
    expect(rows).toMatchObject([
      { customer_name: 'Bar 12" Pizza' },
      { customer_name: 'One; "two", three', metadata: '{"a":"b\n"}' },
    ]);
  });

  it('reads missing cells of short rows as empty when it is asked to', async () => {
    const { code, rows } = await importOf(`${header}\nA-1,Anna\n`, '--fill-short-rows');
    expect({ code, rows }).toEqual({ code: 0, rows: [{ external_customer_id: 'A-1', customer_name: 'Anna' }] });
  });

  it('tells how it was read', async () => {
    const { out } = await importOf(utf16(`\ufeff${header}\r\n${row}\r\n`.replaceAll(',', '\t')));
    expect(out).toMatch(/Encoding +utf-16le\n/);
    expect(out).toMatch(/Separator +tab\n/);
  });
});

describe('a file that cannot be read as it is', () => {
  it.each<[string, string | Buffer | null, readonly string[], ...string[]]>([
    ['a missing file', null, ['there is no such file']],
    ['a very large file', Buffer.alloc(64 * 1024 * 1024 + 1, 'a'), ['64 MB', 'split']],
    ['no content', '', ['is empty']],
    [
      'an encoding that cannot be found',
      latin1(`${header}\n${row}\n`),
      ['line 2', 'not UTF-8', '--encoding windows-1252 reads "A-1,Padaria São João'],
    ],
    ['another encoding than it is said', latin1(`${header}\n${row}\n`), ['not utf-8'], '--encoding', 'utf-8'],
    ['a lost letter', `${header}\nA-1,S\ufffdo,,,\n`, ['line 2, customer_name', 'U+FFFD']],
    ['a null byte', `${header}\nA-1,A\0na,,,\n`, ['line 2', 'customer_name must not contain a null byte']],
    [
      'a deep value',
      `${header}\nA-1,Anna,,,"{""a"":${'['.repeat(40)}${']'.repeat(40)}}"\n`,
      ['line 2', 'nested deeper'],
    ],
    [
      'a number beyond all',
      `${header}\nA-1,Anna,,,"{""a"":1e999}"\n`,
      ['line 2', 'metadata.a must be a finite number'],
    ],
    [
      'an inexact integer',
      `${header}\nA-1,Anna,,,"{""a"":9007199254740993}"\n`,
      ['line 2', 'metadata.a', 'write it as a text'],
    ],
    ['a number of Excel', `${header}\nA-1,Anna,,5.51199E+12,\n`, ['line 2, customer_phone', '5.51199E+12', 'as text']],
    ['a number of a German Excel', `${header}\nA-1,Anna,,"5,51E+12",\n`, ['line 2, customer_phone']],
    ['an ID of Excel', `${header}\n1.23457E+14,Anna,,,\n`, ['line 2, external_customer_id']],
    ['an error of a formula', `${header}\nA-1,#NAME?,,,\n`, ['line 2, customer_name', 'formula']],
    ['a short row', `${header}\nA-1,Anna\n`, ['line 2', '2 cells', '5 columns', '--fill-short-rows']],
    ['a long row', `${header}\nA-1,Anna,,,,more\n`, ['line 2', '6 cells', '5 columns', 'quotes']],
    ['cells without a column', `${header},\nA-1,Anna,,,,more\n`, ['line 2', 'column 6 has no name']],
    ['an unknown column', 'external_customer_id,customer_name,vat\n1,An,2\n', ['line 1', 'vat', 'metadata']],
    ['a missing column', 'external_customer_id,customer_email\n1,a@b.co\n', ['line 1', 'no column customer_name']],
    ['a column twice', 'external_customer_id,customer_name,customer_name\n1,a,b\n', ['line 1', 'customer_name twice']],
    ['no header', 'A-1,Anna\nA-2,Bob\n', ['line 1', 'external_customer_id']],
    ['a header alone', `${header}\n`, ['no rows']],
    ['an open quote', `${header}\nA-1,Anna,,,\nA-2,"Open,,,\nA-3,Next,,,\n`, ['line 3', 'never closed']],
    [
      'an open quote that a later one closes',
      `${header}\nA-1,"Open,,,\nA-2,"Next",,,\n`,
      ['line 2', 'after a closing quote'],
    ],
    [
      'an open quote with tabs',
      'external_customer_id\tcustomer_name\nA-1\t"Open\nA-2\t"Next"\n',
      ['line 2', 'closing quote'],
    ],
    ['a cell without an end', `${header}\nA-1,"${'a\n'.repeat(200_000)}`, ['line 2', '256 KB']],
    ['a binary file', Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'latin1'), ['spreadsheet', 'as CSV']],
  ])('is refused with a line and a cure: %s', async (_, content, words, ...options) => {
    const { code, rows, error, out } = await importOf(content, ...options);
    expect({ code, rows, out }).toEqual({ code: 2, rows: [], out: '' });
    expect(error).toContain('customers.csv');
    for (const word of words) expect(error).toContain(word);
    expect(error).not.toMatch(/^ +at /m);
  });

  it('is refused with its first problems, and for a program with their lines', async () => {
    const content = `${header}\n${'A-1,Anna\n'.repeat(50)}`;
    const { error, out } = await importOf(content, '--json');
    expect(error).toContain('30 more');
    const { details } = z
      .object({ error: z.object({ code: z.literal('invalid_file'), details: z.unknown() }) })
      .parse(JSON.parse(out)).error;
    expect(details).toMatchObject({ problems: { 0: { line: 2 }, 19: { line: 21 } }, total: 50 });
  });

  it.each([
    ['a folder', '.', 'is a folder'],
    ['a file in no folder', 'none/customers.csv', 'no such file'],
  ])('is refused when it is %s', async (_, name, word) => {
    const terminal = recordedTerminal();
    const argv = ['customers', 'import', path.join(directory, name), '--partner', 'P', '--json'];
    const stage = {
      run: () => Promise.reject(new Error('nothing is asked')),
      logs: { find: () => Promise.resolve([]) },
      cloud: noCloud,
    };
    expect(await main(argv, areas, terminal, () => Promise.resolve(stage))).toBe(2);
    expect(terminal.complained()).toContain(word);
    expect(JSON.parse(terminal.printed())).toMatchObject({ error: { code: 'unreadable_file' } });
  });

  it('names the encodings and separators that there are', async () => {
    expect((await importOf(row, '--encoding', 'latin-0')).error).toContain('There is no encoding "latin-0"');
    expect((await importOf(row, '--separator', 'x')).error).toContain('comma, semicolon, tab, bar');
  });
});

describe('an argument of the command line', () => {
  it('is refused when its bytes are not UTF-8', async () => {
    const terminal = recordedTerminal();
    const unreached = () => Promise.reject(new Error('nothing is asked'));
    expect(await main(['partners', 'create', 'S\ufffdo'], areas, terminal, unreached)).toBe(2);
    expect(terminal.complained()).toContain('UTF-8');
  });
});
