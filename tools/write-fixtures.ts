/**
 * `npm run fixtures`: writes the fixtures of stored forms that are missing, and with `--items` those of items. What is written is never
 * changed; see docs/stored-forms.md.
 */
import { startTestTable } from './harness/test-table.ts';
import { writeMissing } from './stored-forms/fixtures.ts';
import { storedForms } from './stored-forms/forms.ts';
import { writeMissingItems } from './stored-forms/item-fixtures.ts';
import { itemsByKind } from './stored-forms/written-items.ts';

for (const form of storedForms) {
  for (const line of writeMissing(form)) console.log(line);
}
if (process.argv.includes('--items')) {
  const items = await itemsByKind();
  const table = await startTestTable();
  try {
    console.log(`items: ${(await writeMissingItems(table, items)).join(', ')}`);
  } finally {
    await table.stop();
  }
}
