import { describe, expect, test } from '@jest/globals';
import { decodeText } from '../../packages/customer-file/src/decode-text.ts';
import { UnreadableFile } from '../../packages/customer-file/src/faults.ts';
import { findSeparator } from '../../packages/customer-file/src/find-separator.ts';
import { likelyUses, type ColumnUse } from '../../packages/customer-file/src/header.ts';
import { parseRecords } from '../../packages/customer-file/src/parse-records.ts';
import { readRows } from '../../packages/customer-file/src/read-rows.ts';
import { separators } from '../../packages/customer-file/src/separator.ts';
import { writeRows } from '../../packages/customer-file/src/write-rows.ts';

const options = { fillShortRows: false, refusalOf: () => null };

const recordsOf = (bytes: Uint8Array, encoding: string | null = null) => {
  const { text } = decodeText(bytes, encoding);
  const { text: csv, separator } = findSeparator(text.replace(/\r\n?/g, '\n'), null);
  return parseRecords(csv, separators[separator]);
};
const usesOf = (header: string): readonly ColumnUse[] => {
  const [first] = recordsOf(Buffer.from(`${header}\n`));
  if (first === undefined) throw new Error('there is no header');
  return likelyUses(first);
};

describe('the columns of a file', () => {
  test.each<[string, string, readonly ColumnUse[]]>([
    ['its own names', 'external_customer_id,customer_name', ['external_customer_id', 'customer_name']],
    [
      'Portuguese',
      'Código;Nome do cliente;E-mail;Celular;Cidade',
      ['external_customer_id', 'customer_name', 'customer_email', 'customer_phone', 'left_out'],
    ],
    [
      'German',
      'Kundennummer;Firma;E-Mail-Adresse;Telefon',
      ['external_customer_id', 'customer_name', 'customer_email', 'customer_phone'],
    ],
    [
      'Spanish, with a better name after a worse one',
      'id,Nombre,ID cliente,Correo electrónico',
      ['left_out', 'customer_name', 'external_customer_id', 'customer_email'],
    ],
    ['no names at all', 'a;;b', ['left_out', null, 'left_out']],
  ])('are known by %s', (_, header, uses) => {
    expect(usesOf(header)).toEqual(uses);
  });

  test('that are left out have any cells', () => {
    const [first, ...others] = recordsOf(Buffer.from('Código;Nome;Cidade\n1;Anna;Itu\n2;Bia;\n'));
    if (first === undefined) throw new Error('there is no header');
    expect(readRows(others, likelyUses(first), options)).toEqual({
      rows: [
        { line: 2, fields: { external_customer_id: '1', customer_name: 'Anna' } },
        { line: 3, fields: { external_customer_id: '2', customer_name: 'Bia' } },
      ],
      problems: [],
    });
  });
});

describe('a row that cannot be read', () => {
  test('is named with its line and its fault, and the others are read', () => {
    const text = 'external_customer_id,customer_name,customer_phone\n1,Anna,\n2,Bia\n3,Cid,5.5E+12\n4,Dora,\n';
    const [first, ...others] = recordsOf(Buffer.from(text));
    if (first === undefined) throw new Error('there is no header');
    const { rows, problems } = readRows(others, likelyUses(first), options);
    expect(rows.map(({ line }) => line)).toEqual([2, 5]);
    expect(problems).toEqual([
      { line: 3, column: null, fault: { kind: 'short_row', cells: 2, columns: 3 } },
      { line: 4, column: 'customer_phone', fault: { kind: 'rounded_number', cell: '5.5E+12' } },
    ]);
  });
});

describe('a text that is not UTF-8', () => {
  test('is shown as each encoding reads it, and read by the one that is chosen', () => {
    const bytes = Buffer.from('código;nome\r\n1;São João\r\n', 'latin1');
    const failure = (() => {
      try {
        return recordsOf(bytes);
      } catch (error) {
        return error;
      }
    })();
    if (!(failure instanceof UnreadableFile)) throw new Error('the text was read');
    expect(failure.problems).toMatchObject([{ line: 1, fault: { kind: 'not_utf8' } }]);
    const [{ fault } = { fault: null }] = failure.problems;
    const readings = fault?.kind === 'not_utf8' ? fault.readings : [];
    expect(readings[0]).toEqual({ encoding: 'windows-1252', text: 'código;nome' });
    expect(recordsOf(bytes, 'windows-1252')[1]?.cells).toEqual(['1', 'São João']);
  });
});

describe('a file that is written', () => {
  test('is read again as the same cells', () => {
    const rows = [
      ['id', 'name; note', 'more'],
      ['1', 'Two\nlines, "quoted"', ' edge '],
      ['=1+1', 'São\tJoão', ''],
    ];
    const text = writeRows(rows, ';');
    expect(recordsOf(Buffer.from(text)).map(({ cells }) => cells)).toEqual(rows);
  });
});
