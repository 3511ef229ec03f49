import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { compareVersions, type ReadVersion } from '../../tools/compatible/compare.ts';
import { printed } from '../../tools/compatible/print.ts';

const root = path.join(import.meta.dirname, '../..');
const real: ReadVersion = (file) => readFile(path.join(root, file), 'utf8');

/** The present version with changes in one of its files. @throws Error when a text is not in it */
const planted =
  (file: string, ...changes: readonly (readonly [string | RegExp, string])[]): ReadVersion =>
  async (asked) => {
    const text = (await real(asked)) ?? '';
    if (asked !== file) return text;
    return changes.reduce((before, [from, to]) => {
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${file} does not have ${String(from)}`);
      return after;
    }, text);
  };

const found = async (present: ReadVersion, kind: 'breaking' | 'named' = 'breaking'): Promise<readonly string[]> =>
  (await compareVersions(real, present)).flatMap((one) =>
    one[kind].map(({ place, was, is }) => `${one.document.file}: ${place}: ${was} -> ${is}`),
  );

interface Plant {
  readonly what: string;
  readonly file: string;
  readonly change: readonly [string | RegExp, string];
  readonly finds: readonly string[];
  readonly changelog: string;
  readonly item: string;
}

const plants: readonly Plant[] = [
  {
    what: 'a field less in an event',
    file: 'docs/openapi-by-route.json',
    change: [/("PartnerCustomerMergedEvent": \{[^]*?)"sequence"/, '$1"order"'],
    finds: ['service.partner.customer.merged, event: sequence: present -> gone'],
    changelog: 'docs/partners/changelog.md',
    item: '`service.partner.customer.merged` has no `sequence`',
  },
  {
    what: 'a shorter text in a request',
    file: 'docs/openapi-by-route.json',
    change: [/("UpdatePartnerCustomerRequest": \{[^]*?"customer_phone": \{[^]*?"maxLength": )40/, '$120'],
    finds: ['update-partner-customer, request: changes.customer_phone: maxLength 40 -> maxLength 20'],
    changelog: 'docs/partners/changelog.md',
    item: 'a shorter `changes.customer_phone` of `update-partner-customer`',
  },
  {
    what: 'a narrower parameter of the TypeScript client',
    file: 'packages/client/api.txt',
    change: ['webhook/VerifyOptions.secret: string | array', 'webhook/VerifyOptions.secret: string'],
    finds: ['webhook/VerifyOptions.secret: string | array -> string'],
    changelog: 'packages/client/CHANGELOG.md',
    item: '`webhook/VerifyOptions.secret` is one secret',
  },
  {
    what: 'a renamed method of the Python client',
    file: 'packages/client-python/api.txt',
    change: [/client\/Client\.list_partner_members\b/g, 'client/Client.list_members'],
    finds: ['client/Client.list_partner_members: function -> gone'],
    changelog: 'packages/client-python/CHANGELOG.md',
    item: '`client/Client.list_partner_members` is `list_members`',
  },
  {
    what: 'a key less in stack.json',
    file: 'docs/local-stack.schema.json',
    change: ['"read_only_api_key": {', '"reading_api_key": {'],
    finds: ['partners[].read_only_api_key: present -> gone'],
    changelog: 'docs/local-stack.md',
    item: '`partners[].read_only_api_key` is `reading_api_key`',
  },
];

test('the present version is compatible with itself', async () => {
  const all = await compareVersions(real, real);
  expect(all.map(({ breaking, named, other }) => [...breaking, ...named, ...other])).toEqual([[], [], [], []]);
});

describe.each(plants)('$what', ({ file, change, finds, changelog, item }) => {
  const expected = finds.map((text) => `${file}: ${text}`);

  test('is found with its place', async () => {
    expect(await found(planted(file, change))).toEqual(expected);
  });

  test('is accepted when a new item of the changelog names it as breaking', async () => {
    const changed = planted(file, change);
    const having =
      (text: string): ReadVersion =>
      async (asked) =>
        asked === changelog ? `${(await real(asked)) ?? ''}\n${text}\n` : changed(asked);
    expect(await found(having(`- **Breaking:** ${item}.`))).toEqual([]);
    expect(await found(having(`- **Breaking:** ${item}.`), 'named')).toEqual(expected);
    expect(await found(having(`- ${item}.`))).toEqual(expected);
    expect(await found(having('- **Breaking:** `something` else.'))).toEqual(expected);
  });

  test('is not accepted by an item that the release had', async () => {
    const released: ReadVersion = async (asked) =>
      asked === changelog ? `${(await real(asked)) ?? ''}\n- **Breaking:** ${item}.\n` : real(asked);
    const present: ReadVersion = async (asked) =>
      asked === changelog ? released(asked) : planted(file, change)(asked);
    const all = await compareVersions(released, present);
    expect(all.flatMap(({ breaking }) => breaking)).toHaveLength(expected.length);
  });
});

test('an item goes on over several lines', async () => {
  const [plant] = plants;
  if (plant === undefined) throw new Error('no plant');
  const present: ReadVersion = async (asked) =>
    asked === plant.changelog
      ? `- **Breaking:** \`service.partner.customer.merged\`\n  has no \`sequence\`.\n`
      : planted(plant.file, plant.change)(asked);
  expect(await found(present)).toEqual([]);
});

test('a document that the release did not have is not compared, and this is said', async () => {
  const released: ReadVersion = async (asked) => (asked === 'packages/client/api.txt' ? null : real(asked));
  const all = await compareVersions(released, planted('packages/client/api.txt', ['client/Client:', 'client/Other:']));
  expect(all.flatMap(({ breaking }) => breaking)).toEqual([]);
  expect(all.flatMap((one) => printed(one, false)).join('\n')).toContain(
    'The client for TypeScript (packages/client/api.txt): the release had no such document',
  );
});

test('what is printed has the place, both versions, whom it breaks, and the item that names it', async () => {
  const all = await compareVersions(real, planted('docs/local-stack.schema.json', ['"app_secret": {', '"secret": {']));
  const stack = all.filter(({ document }) => document.file === 'docs/local-stack.schema.json');
  expect(stack.flatMap((one) => printed(one, false))).toEqual([
    '.local/stack.json (docs/local-stack.schema.json): 1 breaking, 0 breaking and named, 1 others',
    '  BREAKING  platform.app_secret',
    '            was: present',
    '            is:  gone',
    '            a program that reads it finds nothing',
    '            to name it in docs/local-stack.md: - **Breaking:** `platform.app_secret` …',
    '  new (1): platform.secret',
  ]);
});
