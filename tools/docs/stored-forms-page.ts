import { storedForms } from '../stored-forms/forms.ts';
import { readItemFixture, versionOfItem } from '../stored-forms/item-fixtures.ts';
import { itemPatterns } from '../stored-forms/item-kinds.ts';
import { newestVersion } from '../stored-forms/stored-form.ts';
import { code, generatedNote, page, table } from './markdown.ts';

const formsTable = (): string =>
  table(
    ['form', 'version', 'where it is', 'how long', 'encoder and decoder'],
    storedForms.map((form) => {
      const { name, version, place, kept, file, functions } = form;
      const newest = newestVersion(form);
      return [
        code(name),
        newest === version ? String(version) : `${version}; ${newest} is read`,
        place,
        kept,
        functions.length === 0 ? code(file) : `${functions.map(code).join(', ')} of ${code(file)}`,
      ];
    }),
  );

const keptOf = (kind: string): string => {
  const ttl = readItemFixture(kind, versionOfItem(kind))?.schema['ttl'];
  if (ttl === undefined) return 'until it is deleted';
  return ttl.in === 'all' ? 'until its `ttl`' : 'until its `ttl`, when it has one';
};

const itemsTable = (): string =>
  table(
    ['kind', 'keys', 'version', 'how long'],
    Array.from(itemPatterns, ([kind, pattern]) => [
      code(kind),
      code(pattern),
      String(versionOfItem(kind)),
      keptOf(kind),
    ]),
  );

/** docs/stored-forms.md: everything that is stored, queued or exported, with its versions. */
export const storedFormsPage = (): string =>
  page(
    '# Stored forms',
    generatedNote,
    'Code of a later version reads what an earlier version stored. So the bytes of every form are held by fixtures: values as each\n' +
      'version wrote them, and what they mean. `test/stored` reads the fixtures of every version, and refuses that today’s encoder differs\n' +
      'from the newest version. `test/architecture/stored-forms.test.ts` finds a form without fixtures.',
    '## Changing a form',
    [
      '- **A part at the end** of a form that earlier readers ignore, and that may be absent, is no new version either. It gets cases in the samples.',
      '- **A new word** of a code table gets the next free code in the codec, and a case in the samples of `tools/stored-forms`.',
      '  `npm run fixtures` adds the case to the newest version. The compiler and `test/stored` name a word without a code or a case.',
      '- **Anything else that changes the bytes** is a new version: write the next number in front, add a decoder of it and keep the',
      '  earlier ones, give the form in `tools/stored-forms` the version as `next`, and run `npm run fixtures`. The release after it writes the',
      '  version: `next` becomes `version` ([ADR 39](adr/0039-changing-a-stored-form.md)). A dictionary of a compression is never edited:',
      '  another one belongs to another version.',
      '- **An item** that gets another attribute, or other words in one, gets a new version in `tools/stored-forms/item-fixtures.ts`;',
      '  `npm run fixtures -- --items` writes its fixture. What reads it must read the earlier ones, so a new attribute has a default.',
      '- **Items of earlier versions** are rewritten in the background by `operator stored rewrite`, for the forms in `lambdas/domain/form-rewrite.ts`.',
      '- **A key, a hash or a derived name** is never changed while there are items under it: items under the earlier name would be lost.',
      '- **Deploy the reader first** where two versions of the code run at the same time: what only the new code reads may be written when all',
      '  of it is deployed.',
      '',
      'A file under `test/stored` that was released is never changed or deleted, unless no stage has what it holds.',
    ].join('\n'),
    '## Tables of released versions',
    [
      '`test/stored/tables/<version>` has a whole small table as that version left it, with work of every kind waiting:',
      '',
      '- `items.json.gz`, the items in the format of a backup;',
      '- `made.json`, the time of the clock and the credentials of the callers, and `platform.json`, the state of the platform’s simulator;',
      '- `answers.json`, what every reading route and the reading commands of the operator answered then, one query a line;',
      '- `answers-later.gz`, the answers that differ a hundred days later, when much has expired and nothing is deleted yet;',
      '- `answers-after-work.gz`, those that differ when the waiting work is finished. There, new ids and times are placeholders.',
      '',
      '`npm run stored` loads each table into today’s code, exports it again, and compares the export and all answers; a line for each version, and',
      'one for each difference. A further field of an answer is no difference. The proof of `test/stored` does the same.',
      '',
      '`npm run stored -- --release` makes the table of the version of `package.json`: it runs in the commit that raises the version, and again',
      'after the folder is deleted when something changes before the tag. A table of a released version is never made again. Where an answer of it was a',
      'fault that is mended, its line in `answers.json` is corrected by hand, and the commit says why.',
    ].join('\n'),
    '## Forms',
    'Binary forms begin with their version, as one byte. Queue messages and exports are JSON with named fields: their version is in no field\n' +
      'until there is a second one.',
    formsTable(),
    '## Items of the table',
    '`{id}` is a UUID, `{n}` digits, and `*` other text. Items are held as they are in a backup.',
    itemsTable(),
    '## Held elsewhere',
    'The signatures of webhooks are held by [test vectors](signatures/vectors.json), the interface by [its description](openapi-by-route.json).',
  );
