import { describe, expect, test } from '@jest/globals';
import { likelyUses } from '../../packages/customer-file/src/header.ts';

import { foresee, type Known } from '../../portal/src/pages/imports/foresee.ts';
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
  const outcomesOf = (text: string, customers: Parameters<typeof foresee>[1]) =>
    foresee(sortedOf(text).ready, customers).map(({ outcome }) => outcome);

  test('is told by row, each after the rows before it', () => {
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
