import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { addCustomer } from '../../tools/harness/stack-scene.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf, looks, widthOf } from '../browser/looks.ts';
import { joined } from '../../portal/src/pieces/isolated.ts';
import { en } from '../../portal/src/texts/en.ts';
import { choose } from './acts.ts';
import { openPortal } from './opened.ts';
import { signIn } from './signed-in.ts';

const opened = openPortal();
let whole: WholeStack;
let browser: Browser;

beforeAll(async () => {
  ({ whole, browser } = opened());
  await addCustomer(whole, 'P-1', 'Padaria São João');
  await addCustomer(whole, 'P-2', 'Café Aurora');
});

const chooseFile = async (page: Page, content: Buffer): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: content });
};

/** As an Excel in Brazil saves it: semicolons, Windows-1252, a header in Portuguese, a line break within a cell. */
const exported = Buffer.from(
  [
    'Matrícula;Nome do cliente;E-mail;Celular;Cidade',
    'P-1;Padaria São João;p-1@example.com;+55 11 91234-5678;Itu',
    'P-2;"Café Aurora\u00a0Ltda";novo@example.com;;São Paulo',
    'P-3;"Bistrô ""Lua""";;;"Rua A\r\nFundos"',
    'P-4;Mercado;loja@exemplo..com;;',
    'P-5;Loja;;5,51E+12;',
    ';Sem código;;;',
    '',
  ].join('\r\n'),
  'latin1',
);

describe('a file as people have it', () => {
  test('is read, compared, imported, and its failed rows are corrected and sent again', async () => {
    const { page, troubles } = await signIn(browser, whole, 'developer', 'customers');
    await page.getByRole('link', { name: 'Import customers' }).click();
    await page.getByRole('heading', { name: 'Import customers', level: 1 }).waitFor();
    await chooseFile(page, exported);
    await page.getByText('Which of these lines reads right?').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await picture(page, 'portal-import-encoding-desktop', false);
    await page.getByRole('button', { name: /\(windows-1252\)/ }).click();
    await page.getByText('6 rows, read as windows-1252').waitFor();
    await page.getByText(joined(['1 new', '1 changed', '1 unchanged', '2 not sent'])).waitFor({ state: 'detached' });
    await page.getByText(joined(['2 new', '1 changed', '1 unchanged', '2 not sent'])).waitFor();
    await page.getByText('novo@example.com').last().waitFor();
    await picture(page, 'portal-import-preview-desktop');
    await page.getByRole('button', { name: 'Import 4 rows' }).click();
    await page.getByRole('heading', { name: 'The import has ended', level: 2 }).waitFor();
    await page.getByText(joined(['1 new', '1 changed', '1 unchanged'])).waitFor();
    await page.getByText('E-mail: This does not have the right form.').waitFor();
    await picture(page, 'portal-import-end-desktop');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download these rows' }).click(),
    ]);
    const failed = await readFile(await download.path(), 'utf8');
    expect(failed.startsWith('\ufeffMatrícula;Nome do cliente;E-mail;Celular;Cidade;Why\r\n')).toBe(true);
    const corrected = failed
      .replace('loja@exemplo..com', 'loja@example.com')
      .replace('5,51E+12', '+5511912345678')
      .replace('\r\n;Sem', '\r\nP-6;Sem');
    await page.getByRole('button', { name: 'Import another file' }).click();
    await chooseFile(page, Buffer.from(corrected));
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByText(joined(['3 new', '0 changed', '0 unchanged'])).waitFor();
    await page.getByRole('link', { name: 'Show the customers' }).click();
    await page.getByRole('link', { name: 'Bistrô "Lua"' }).waitFor();
    expect(troubles).toEqual([]);
  });

  test('with names that say nothing gets its columns by hand', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'customers/import');
    await chooseFile(page, Buffer.from('a,b,c\nX-1,Dona Rosa,rosa@example.com\n'));
    await page.getByText('Choose the columns of').waitFor();
    await choose(page, en.imports.fieldOf('a'), 'External id');
    await choose(page, en.imports.fieldOf('b'), 'Name');
    await page.getByText('1 new').waitFor();
    await choose(page, en.imports.fieldOf('c'), 'Name');
    await page.getByText('Two columns have the field Name').waitFor();
    await choose(page, en.imports.fieldOf('c'), 'E-mail');
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  });
});

describe('a long file', () => {
  test('is several imports with one progress, and goes on after an interruption without repeating a row', async () => {
    const rows = Array.from({ length: 2_200 }, (_, at) => `L-${at},Loja ${at}`);
    const { page } = await signIn(browser, whole, 'owner', 'customers/import');
    await chooseFile(page, Buffer.from(`external_customer_id,customer_name\n${rows.join('\n')}\n`));
    let imports = 0;
    await page.route('**/functions/**', async (route) => {
      const isImport = route.request().postData()?.includes('import-partner-customers') ?? false;
      imports += isImport ? 1 : 0;
      return isImport && imports === 2 ? route.fulfill({ status: 413, body: '{}' }) : route.continue();
    });
    await page.getByRole('button', { name: 'Import 2,200 rows' }).click();
    await page.getByText('The import was interrupted').waitFor();
    await picture(page, 'portal-import-interrupted-desktop', false);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Lines', exact: true }).click();
    await page.getByRole('heading', { name: 'Lines', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'The import has ended', level: 2 }).waitFor();
    await page.getByText(joined(['2,200 new', '0 changed', '0 unchanged'])).waitFor();
    await until(
      async () => (await whole.query('list-partner-customers', { search: 'Loja 2199' })).body,
      (body) => JSON.stringify(body).includes('L-2199'),
    );
  });
});

describe('the page of imports', () => {
  test.each(looks)('fits, and hides nothing from anybody: %s', async (name, look) => {
    const { page, troubles } = await signIn(browser, whole, 'admin', 'customers/import', { ...look, locale: 'pt-BR' });
    await picture(page, `portal-import-${name}`);
    expect(await barriersOf(page)).toEqual([]);
    await chooseFile(page, exported);
    await page.getByRole('button', { name: /\(windows-1252\)/ }).click();
    await page
      .getByText(/O que vai mudar/)
      .first()
      .waitFor();
    await page
      .getByText(/não enviados/)
      .first()
      .waitFor();
    await picture(page, `portal-import-preview-${name}`);
    expect(await barriersOf(page)).toEqual([]);
    expect(await widthOf(page)).toBe(look.viewport.width);
    expect(troubles).toEqual([]);
  });

  test('says to a member who may not import which roles may', async () => {
    const { page } = await signIn(browser, whole, 'viewer', 'customers/import');
    await page.getByText('Your role may not import customers').waitFor();
    await page.getByText('Your role is Viewer.').waitFor();
  });
});
