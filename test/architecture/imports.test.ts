import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { root, rooms, withPlanted, type Files } from './planted.ts';

const configuration = path.join(root, '.dependency-cruiser.mjs');

/** What breaks a rule, as `rule: from → to`. */
const breachesIn = async (folder: string): Promise<readonly string[]> => {
  const options = await extractOptions(configuration);
  const here = rooms.filter((room) => existsSync(path.join(folder, room)));
  const { output } = await cruise(here, { ...options, baseDir: folder });
  if (typeof output === 'string') throw new Error('dependency-cruiser reported in words');
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
};

describe('the imports of the project', () => {
  it('keep to the rules of .dependency-cruiser.mjs', async () => {
    expect(await breachesIn(root)).toEqual([]);
  });
});

const empty = 'export const it = 1;\n';
const taking = (from: string): string => `import { it } from '${from}';\nexport const mine = it;\n`;
const sdk = "import { KMSClient } from '@aws-sdk/client-kms';\nexport const client = new KMSClient();\n";

describe('the rule', () => {
  const planted: readonly (readonly [string, Files])[] = [
    [
      'no-cycles',
      {
        'lib/a.ts': taking('./b.ts'),
        'lib/b.ts': "import type { mine } from './a.ts';\nexport const it: typeof mine = 1;\n",
      },
    ],
    [
      'no-folder-cycles',
      {
        'lambdas/store/customers/a.ts': taking('../instances/b.ts'),
        'lambdas/store/instances/b.ts': empty,
        'lambdas/store/instances/c.ts': taking('../customers/d.ts'),
        'lambdas/store/customers/d.ts': empty,
      },
    ],
    [
      'wiring-is-for-handlers',
      { 'lambdas/lines/a.ts': taking('../functions/wiring/b.ts'), 'lambdas/functions/wiring/b.ts': empty },
    ],
    ['found', { 'lib/a.ts': taking('./nowhere.ts') }],
    ['kernel-is-below-all', { 'lambdas/kernel/a.ts': taking('../domain/b.ts'), 'lambdas/domain/b.ts': empty }],
    [
      'kernel-is-below-all',
      { 'lambdas/kernel/a.ts': "export { day } from '@swift-worker/time-index/time-grid.ts';\n" },
    ],
    ['domain-is-ours-alone', { 'lambdas/domain/a.ts': taking('../store/b.ts'), 'lambdas/store/b.ts': empty }],
    [
      'domain-is-ours-alone',
      {
        'lambdas/domain/a.ts': "import type { it } from '../api/b.ts';\nexport type Mine = typeof it;\n",
        'lambdas/api/b.ts': empty,
      },
    ],
    ['domain-packages', { 'lambdas/domain/a.ts': sdk }],
    ['domain-packages', { 'lambdas/domain/a.ts': "export { v7 } from 'uuid';\n" }],
    [
      'domain-packages',
      { 'lambdas/domain/a.ts': "export { findEvents } from '@swift-worker/time-index/find-events.ts';\n" },
    ],
    ['domain-built-ins', { 'lambdas/domain/a.ts': "export { readFile } from 'node:fs/promises';\n" }],
    ['sdk-in-store-and-runtime', { 'lambdas/api/operations/a.ts': sdk }],
    ['table-in-store', { 'lambdas/runtime/a.ts': "export { GetCommand } from '@aws-sdk/lib-dynamodb';\n" }],
    [
      'table-in-store',
      { 'lambdas/functions/dispatcher.ts': "export { GetItemCommand } from '@aws-sdk/client-dynamodb';\n" },
    ],
    ['store-below', { 'lambdas/store/a.ts': taking('../api/b.ts'), 'lambdas/api/b.ts': empty }],
    ['handlers-wire', { 'lambdas/api/a.ts': taking('../runtime/b.ts'), 'lambdas/runtime/b.ts': empty }],
    [
      'handlers-are-entered-from-outside',
      { 'lambdas/api/a.ts': taking('../functions/connect.ts'), 'lambdas/functions/connect.ts': empty },
    ],
    ['middy-at-the-door', { 'lambdas/functions/connect.ts': "export { default } from '@middy/core';\n" }],
    ['functions-stand-alone', { 'lambdas/api/a.ts': taking('../../local/b.ts'), 'local/b.ts': empty }],
    [
      'functions-ship-dependencies',
      {
        'package.json': '{"devDependencies":{"fast-check":"*"}}',
        'lambdas/api/a.ts': "export { assert } from 'fast-check';\n",
      },
    ],
    ['stack-knows-names', { 'lib/a.ts': taking('../lambdas/api/b.ts'), 'lambdas/api/b.ts': empty }],
    ['demo-is-a-partner', { 'demo/a.ts': taking('../lambdas/domain/b.ts'), 'lambdas/domain/b.ts': empty }],
    ['client-stands-alone', { 'packages/client/src/a.ts': "export { readFile } from 'node:fs/promises';\n" }],
    ['console-runs-in-browsers', { 'local/console/browser/a.ts': "export { readFile } from 'node:fs/promises';\n" }],
    [
      'page-scripts-run-in-browsers',
      { 'lambdas/connect/browser/a.ts': taking('../page/b.ts'), 'lambdas/connect/page/b.ts': empty },
    ],
    [
      'page-scripts-are-texts',
      { 'lambdas/connect/page/a.ts': taking('../browser/b.ts'), 'lambdas/connect/browser/b.ts': empty },
    ],
    ['portal-knows-the-client', { 'portal/src/a.ts': taking('../../lib/b.ts'), 'lib/b.ts': empty }],
    [
      'customer-files-are-read-anywhere',
      { 'packages/customer-file/src/a.ts': "export { readFile } from 'node:fs/promises';\n" },
    ],
    ['portal-stands-alone', { 'lib/a.ts': taking('../portal/src/b.ts'), 'portal/src/b.ts': empty }],
    [
      'tests-take-seconds',
      {
        'test/api/a.test.ts': taking('../scene.ts'),
        'test/scene.ts': taking('../local/stack.ts'),
        'local/stack.ts': empty,
      },
    ],
    ['packages-know-no-service', { 'packages/local-cloud/src/a.ts': taking('../../../lib/b.ts'), 'lib/b.ts': empty }],
    ['index-is-pure', { 'packages/time-index/src/a.ts': "export { readFile } from 'node:fs/promises';\n" }],
    ['index-is-pure', { 'packages/stored-forms/src/a.ts': "export { v7 } from 'uuid';\n" }],
    [
      'fauxqs-at-one-place',
      {
        'packages/local-cloud/src/a.ts':
          "export { SnsStore } from '../../../node_modules/fauxqs/dist/sns/snsStore.js';\n",
      },
    ],
    [
      'scenes-stay-outside',
      { 'lambdas/api/routes.ts': taking('./operations/a/b.scene.ts'), 'lambdas/api/operations/a/b.scene.ts': empty },
    ],
    ['scenes-stay-outside', { 'lambdas/api/fields.ts': taking('./scenes/a.ts'), 'lambdas/api/scenes/a.ts': empty }],
    ['tools-stay-outside', { 'scripts/a.ts': taking('../tools/b.ts'), 'tools/b.ts': empty }],
    ['tests-stay-outside', { 'local/a.ts': taking('../test/b.ts'), 'test/b.ts': empty }],
  ];

  it.each(planted)('%s finds its breach', async (rule, files) => {
    const breaches = await withPlanted(files, breachesIn);
    expect(breaches.map((breach) => breach.split(':')[0])).toContain(rule);
  });

  it('has a breach planted for every one of them', async () => {
    const { ruleSet } = await extractOptions(configuration);
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(ruleSet?.forbidden?.map(({ name }) => name)));
  });

  it('finds nothing where there is nothing to find', async () => {
    const files = {
      'lambdas/domain/a.ts': "import { createHash } from 'node:crypto';\nexport const it = createHash('sha256');\n",
      'lambdas/api/b.ts': `import type { mine } from '../runtime/c.ts';\n${taking('../domain/a.ts').replace('mine', 'yours')}export type Mine = typeof mine;\n`,
      'lambdas/runtime/c.ts': `${sdk}export const mine = client;\n`,
      'lambdas/functions/dispatcher.ts': taking('../runtime/c.ts').replaceAll('it', 'client'),
    };
    expect(await withPlanted(files, breachesIn)).toEqual([]);
  });
});
