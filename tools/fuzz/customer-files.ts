import { isDeepStrictEqual } from 'node:util';
import { FileError } from '../../operator/import/file-problem.ts';
import { readCustomers } from '../../operator/import/read-file.ts';
import { separatorNames, separators } from '../../packages/customer-file/src/separator.ts';
import type { Dice } from './dice.ts';
import type { Findings } from './findings.ts';
import { hostileJson, hostileTexts } from './hostile-values.ts';
import type { Stage } from './stage.ts';

/** Files of customers for the operator: what is read must be what was written, or be refused as a file. */

const names = ['external_customer_id', 'customer_name', 'customer_email', 'customer_phone', 'metadata'] as const;
const lineEnds = ['\n', '\r\n', '\r'] as const;
const people = ['Padaria São João', 'Bar 12" Pizza', 'One; two', 'A\tB | C', 'Zoë, "Z"', 'Line\none', '李雷'] as const;

/** JSON.stringify writes -0 as 0. */
const json = hostileJson.filter((text) => !/-0(?![.\d])/.test(text));

type Encode = (text: string) => Buffer;
/** With a byte order mark, where the reader needs one. */
const encodings: readonly [Encode, ...Encode[]] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
];

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const needsQuotes = /["\r\n,;|\t]|^\s|\s$/;

const newRows = (dice: Dice): readonly (readonly string[])[] =>
  Array.from({ length: 1 + dice.int(5) }, (_, index) => [
    `C-${index}`,
    dice.chance(0.3) ? (dice.any(hostileTexts) ?? '') : dice.pick(people),
    dice.chance(0.2) ? (dice.any(hostileTexts) ?? '') : '',
    dice.pick(['', '+5511987654321', '0012345678', '5.51E+12']),
    dice.chance(0.3) ? (dice.any(json) ?? '') : dice.pick(['', '{"a":1}', '{"b":"x, y"}']),
  ]);

/** A file that a spreadsheet could save. */
const newFile = (rows: readonly (readonly string[])[], dice: Dice): Buffer => {
  const separator = separators[dice.pick(separatorNames)];
  const quotesAll = dice.chance(0.3);
  const lines = [names, ...rows].map((cells) =>
    cells.map((cell) => (quotesAll || needsQuotes.test(cell) ? quoted(cell) : cell)).join(separator),
  );
  const named = dice.chance(0.1) ? [`sep=${separator}`] : [];
  return dice.pick(encodings)([...named, ...lines, ''].join(dice.pick(lineEnds)));
};

/** Damages some bytes, as a transfer, a truncation or an editor does. */
const damaged = (file: Buffer, dice: Dice): Buffer => {
  const at = dice.int(file.length);
  return dice.pick([
    () => file.subarray(0, at),
    () => Buffer.concat([file.subarray(0, at), Buffer.from([dice.int(256)]), file.subarray(at)]),
    () =>
      Buffer.concat([file.subarray(0, at), Buffer.from(dice.pick(['"', '\n', ',', '\0', '\r'])), file.subarray(at)]),
    () => Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + dice.int(4))]),
  ])();
};

/** What the reader must find; line ends within a cell become `\n`. */
const written = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, at) => {
        const text = cell.replace(/\r\n?/g, '\n');
        return text === '' || names[at] === 'metadata' ? [] : [[names[at] ?? '', text]];
      }),
    ),
  );

const withoutMetadata = ({ metadata: _, ...fields }: Readonly<Record<string, unknown>>) => fields;

const readingOf = (file: Buffer) => {
  try {
    return readCustomers(file, { encoding: null, separator: null, fillShortRows: false });
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
};

/** Reads a file, and asks the service what it would import of it. */
export const tryCustomerFile = async (stage: Stage, dice: Dice, findings: Findings): Promise<void> => {
  const rows = newRows(dice);
  const whole = newFile(rows, dice);
  const isDamaged = dice.chance(0.5);
  const file = isDamaged ? damaged(whole, dice) : whole;
  const shown = JSON.stringify(file.toString('latin1'));
  try {
    const read = readingOf(file);
    if (read instanceof FileError) return;
    const customers = read.rows.map(({ fields }) => fields);
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(customers)), customers)) {
      findings.addOther('a file of customers has values that JSON changes', shown, '');
    }
    const found = customers.map(withoutMetadata);
    if (!isDamaged && !isDeepStrictEqual(found, written(rows))) {
      findings.addOther('a file of customers is read as other rows', shown, JSON.stringify(found));
    }
    const input = { partner_id: stage.caller.partner.partnerId, dry_run_customers: customers };
    await stage.service.operate('customers import', input);
  } catch (error) {
    findings.addOther('a file of customers is neither read nor refused', shown, String(error));
  }
};
