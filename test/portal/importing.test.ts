import { describe, expect, test } from '@jest/globals';
import { likelyUses } from '../../packages/customer-file/src/header.ts';

import { z } from 'zod/mini';
import { upsertFields } from '../../lambdas/api/upsert-fields.ts';
import { breachesOf } from '../../portal/src/pages/imports/row-rules.ts';
import { previewOutcomes, type Known } from '../../portal/src/pages/imports/preview-outcomes.ts';
import { openCsv } from '../../portal/src/pages/imports/open-csv.ts';
import { problemText } from '../../portal/src/pages/imports/problem-text.ts';
import { sortRows } from '../../portal/src/pages/imports/sorted-rows.ts';
import { en } from '../../portal/src/texts/en.ts';

const sortedOf = (text: string) => {
  const file = openCsv(Buffer.from(text), { encoding: null, separator: null });
  return sortRows(file, likelyUses(file.header));
};

const known: Known = {
  customer_name: 'Anna',
  customer_email: 'anna@example.com',
  customer_phone: null,
  metadata: { plan: 'basic', tags: [1] },
  status: 'active',
};

describe('what an import would change', () => {
  const outcomesOf = (text: string, customers: Parameters<typeof previewOutcomes>[1]) =>
    previewOutcomes(sortedOf(text).ready, customers).map(({ outcome }) => outcome);

  test('is shown by row, each after the rows before it', () => {
    const text = [
      'external_customer_id,customer_name,customer_email,metadata',
      'a,Anna,,"{""tags"":[1],""plan"":""basic""}"',
      'a,Anne,anna@example.com,',
      'a,Anne,,',
      'n,Nora,,',
      'n,Nora,nora@example.com,',
      'm,Mara,,',
    ].join('\n');
    const customers = new Map<string, Known>([
      ['a', known],
      ['m', { ...known, status: 'merged' }],
    ]);
    expect(outcomesOf(text, customers)).toEqual([
      { kind: 'unchanged' },
      { kind: 'updated', changes: [{ field: 'customer_name', was: 'Anna', becomes: 'Anne' }] },
      { kind: 'unchanged' },
      { kind: 'created' },
      { kind: 'updated', changes: [{ field: 'customer_email', was: '', becomes: 'nora@example.com' }] },
      { kind: 'refused', status: 'merged' },
    ]);
  });
});

describe('a row that breaks a rule of the service', () => {
  const good = { external_customer_id: 'a', customer_name: 'Anna' };
  const isTaken = (row: object): boolean => z.object(upsertFields).safeParse(row).success;

  test.each([
    { customer_name: 'A' },
    { customer_name: ' A ' },
    { customer_name: 'é'.repeat(201) },
    { customer_name: 'An\u0007na' },
    { external_customer_id: 'a'.repeat(201) },
    { customer_email: 'anna' },
    { customer_email: 'anna@example' },
    { customer_email: 'anna @example.com' },
    { customer_email: 'anna@example.com@example.com' },
    { customer_email: `${'a'.repeat(320)}@example.com` },
    { customer_phone: '12345' },
    { customer_phone: '1'.repeat(41) },
    { metadata: { note: 'n'.repeat(8192) } },
  ])('%j is said before it is sent', (fields) => {
    const row = { ...good, ...fields };
    expect(breachesOf(row).map(({ field }) => field)).toEqual(Object.keys(fields));
    expect(isTaken(row)).toBe(false);
  });

  test.each([
    { customer_name: '😀'.repeat(200) },
    { customer_email: 'josé.silva+1@exämple.com.br' },
    { customer_email: '"a b"@example.com' },
    { customer_email: 'anna@[192.0.2.1]' },
    { customer_email: '  ' },
    { customer_phone: ' ' },
    { customer_phone: '+55 11 91234-5678' },
  ])('%j breaks none', (fields) => {
    const row = { ...good, ...fields };
    expect(breachesOf(row)).toEqual([]);
    expect(isTaken(row)).toBe(true);
  });

  test('is in the words of the portal', () => {
    const { ready, bad } = sortedOf('external_customer_id,customer_name,customer_email\n1,Anna,anna.example\n2,Bob,\n');
    expect(ready.map(({ line }) => line)).toEqual([3]);
    expect(bad.flatMap(({ problems }) => problems.map((problem) => problemText(en, problem)))).toEqual([
      'E-mail: This does not have the right form.',
    ]);
  });
});

test('a row says which row before it has the same customer', () => {
  const { ready } = sortedOf('external_customer_id,customer_name\na,Anna\nb,Bob\n a ,Anne\na,Ann\n');
  expect(ready.map(({ line, repeats }) => [line, repeats])).toEqual([
    [2, null],
    [3, null],
    [4, 2],
    [5, 4],
  ]);
});

describe('a row that would be refused for its form', () => {
  test('is not sent, and said why', () => {
    const { ready, bad } = sortedOf(
      'Código;Nome;Telefone;Metadados\n1;Anna;;\n2;;;\n3;Cid;5,5E+12;\n4;Dora;;[1]\n5;E\0va;;\n6;Fábio\n',
    );
    expect(ready.map(({ row }) => row.external_customer_id)).toEqual(['1', '6']);
    expect(bad.map(({ line, problems }) => [line, problems.map((problem) => problemText(en, problem))])).toEqual([
      [3, ['Name is missing']],
      [4, [expect.stringMatching(/^Phone: A spreadsheet rounded the number to .5,5E\+12/)]],
      [5, [expect.stringMatching(/^Metadata must be a JSON object/)]],
      [6, [expect.stringMatching(/cannot be stored/)]],
    ]);
  });
});
