import { usageExportText } from '../../operator/usage-export.ts';
import { erasedFile } from '../../scripts/backup/erasures.ts';
import { exportedItem, readExportLine } from '../../scripts/backup/exported-item.ts';
import { progressIn, type Restore } from '../../scripts/restore/progress-file.ts';
import { sampleId, unicode } from './samples.ts';
import { storedForm, textOf, type StoredForm } from './stored-form.ts';

const [partner, customer] = [sampleId(1), sampleId(2)];

const attributes = {
  pk: { S: unicode },
  n: { N: '12345678901234567890' },
  b: { B: Uint8Array.of(0, 255) },
  t: { BOOL: true },
  nothing: { NULL: true as const },
  l: { L: [{ S: '' }] },
  m: { M: { deep: { N: '1' } } },
  ss: { SS: ['b', 'a'] },
};

const erased = [{ partner_id: partner, customer_id: customer, at: '2026-09-21T14:13:20.000Z' }];

const begun: Restore = {
  stage: 'staging',
  at: '2026-09-21T14:13:20.000Z',
  from: 'backup',
  damaged: 1,
  restored: 2,
  kept: [],
  closed: false,
  erased: null,
  copied: {},
  source: null,
  verified: false,
  switched: false,
  erasedAgain: false,
  opened: false,
};
const ended: Restore = {
  ...begun,
  from: null,
  kept: [0],
  closed: true,
  erased,
  copied: {
    '0 of 2': { next: { pk: { S: partner }, sk: { S: unicode } }, digest: { items: 500, sum: 'sum' } },
    '1 of 2': { next: null, digest: { items: 3, sum: 'other' } },
    'data-1.json.gz': { next: 500, digest: { items: 500, sum: 'third' } },
  },
  source: { items: 1_003, sum: 'all' },
  verified: true,
  switched: true,
  erasedAgain: true,
  opened: true,
};

const usage = {
  month: '2026-09',
  billing: 'production' as const,
  lines: [
    {
      partner_id: partner,
      line: 'usage' as const,
      date: '2026-09',
      slots_peak: 1,
      slot_days: 2,
      lines_connected: 3,
      customers_active: 4,
      events_delivered: 5,
      reports: 6,
      calls: 7,
    },
    {
      partner_id: partner,
      line: 'correction' as const,
      date: '2026-08-31',
      slots_peak: 0,
      slot_days: -1,
      lines_connected: 0,
      customers_active: 0,
      events_delivered: -2,
      reports: 8,
      calls: 0,
    },
  ],
  cursor: null,
};

/** Files that people keep, or that a command reads again. */
export const fileForms: readonly StoredForm[] = [
  storedForm({
    name: 'backup-line',
    file: 'scripts/backup/exported-item.ts',
    functions: ['exportedItem', 'readExportLine'],
    place: 'lines of a backup, in the format of the exports of DynamoDB',
    kept: 'as long as somebody keeps the backup',
    samples: { item: attributes },
    encode: (item) => JSON.stringify({ Item: exportedItem(item) }),
    decode: (bytes) => readExportLine(textOf(bytes)),
    shown: textOf,
  }),
  storedForm({
    name: 'erasures-file',
    file: 'scripts/backup/erasures.ts',
    functions: ['erasedFile'],
    place: 'the file of `npm run backup -- erasures`',
    kept: 'as long as the backup',
    samples: { one: erased },
    encode: (customers) => JSON.stringify(customers),
    decode: (bytes) => erasedFile.parse(JSON.parse(textOf(bytes))),
    shown: textOf,
  }),
  storedForm({
    name: 'restore-progress',
    file: 'scripts/restore/progress-file.ts',
    functions: ['progressIn'],
    place: 'the file with the progress of `npm run restore`',
    kept: 'until the restore ends',
    samples: { begun, ended },
    encode: (progress) => JSON.stringify(progress),
    decode: (bytes) => progressIn(textOf(bytes)),
    shown: textOf,
  }),
  storedForm({
    name: 'usage-export',
    file: 'operator/usage-export.ts',
    functions: ['usageExportText'],
    place: 'the output of `npm run operator -- usage export`',
    kept: 'as long as billing keeps it',
    samples: { csv: { ...usage, format: 'csv' as const }, json: { ...usage, format: 'json' as const } },
    encode: usageExportText,
    decode: (bytes) => textOf(bytes).split('\n'),
    shown: textOf,
  }),
];
