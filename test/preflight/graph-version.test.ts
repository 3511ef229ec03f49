import { expect, test } from '@jest/globals';
import { lookAtGraphVersion } from '../../scripts/preflight/graph-version.ts';
import { isReady } from '../../scripts/preflight/report.ts';
import { look, openAccount, stage } from './account.ts';

openAccount();

test.each([
  ['v24.0', '2027-11-19T23:59:59Z', 'ok', 'Graph API v24.0 ends on 2028-02-18.'],
  ['v24.0', '2027-11-20T00:00:00Z', 'warning', 'v24.0 of the Graph API ends on 2028-02-18.'],
  ['v24.0', '2028-02-17T23:59:59Z', 'warning', 'v24.0 of the Graph API ends on 2028-02-18.'],
  ['v24.0', '2028-02-18T00:00:00Z', 'missing', 'v24.0 of the Graph API ended on 2028-02-18.'],
  // The day of the rule may pass before the platform announces one.
  [
    'v26.0',
    '2028-11-05T00:00:00Z',
    'warning',
    'v26.0 of the Graph API ends on 2028-11-04 or later, not announced yet.',
  ],
  [
    'v27.0',
    '2030-01-01T00:00:00Z',
    'ok',
    'Graph API v27.0 ends two years after the release of the next version, or later.',
  ],
])('%s is shown at %s as %s', (version, at, state, found) => {
  const item = lookAtGraphVersion(version, Date.parse(at));
  expect(item).toMatchObject({ state, found: expect.stringContaining(found) as unknown });
  expect(item.cure === null).toBe(state === 'ok');
});

test('the version of a stage is said, with the ended behaviours that it relies on', async () => {
  expect((await look()).filter(({ name }) => name === 'graph version')).toEqual([
    {
      name: 'graph version',
      state: 'ok',
      found:
        'Graph API v26.0 ends on 2028-11-04 or later, not announced yet. ' +
        'The service relies on none of the legacy behaviours that ended with v26.0 or end with v28.0.',
      cure: null,
    },
  ]);
});

test('an ended version stops a deployment', async () => {
  const items = await look({ ...stage, graphVersion: 'v20.0' }, Date.parse('2026-09-24'));
  expect(isReady(items)).toBe(false);
});
