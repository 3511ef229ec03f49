import { describe, expect, test } from '@jest/globals';
import { lookAtValues } from '../../scripts/preflight/stage-values.ts';

const signUp = { configId: '2', launch: 'dialog', coexistence: 'off' };
const platform = { platformAppId: '1', signUp };

describe('stage values that are absent', () => {
  test.each([
    [
      'platformAppId',
      { signUp, portalOrigins: ['https://a.test'], alarms: { emails: { page: ['a@b.test'], ticket: ['a@b.test'] } } },
    ],
    [
      'signUp',
      {
        platformAppId: '1',
        portalOrigins: ['https://a.test'],
        alarms: { emails: { page: ['a@b.test'], ticket: ['a@b.test'] } },
      },
    ],
    ['portal', { ...platform, alarms: { emails: { page: ['a@b.test'], ticket: ['a@b.test'] } } }],
    [
      'alarms.emails.page',
      { ...platform, portalOrigins: ['https://a.test'], alarms: { emails: { page: [], ticket: ['a@b.test'] } } },
    ],
    [
      'alarms.emails.ticket',
      { ...platform, portalOrigins: ['https://a.test'], alarms: { emails: { page: ['a@b.test'], ticket: [] } } },
    ],
  ])('%s is named with what it switches off', (name, values) => {
    expect(lookAtValues(values)).toEqual([
      {
        name: 'stage values',
        state: 'warning',
        found: expect.stringMatching(new RegExp(`^${name} is (absent|empty): \\w`)) as unknown,
        cure: expect.stringContaining(`Set ${name} in lib/stages.ts`) as unknown,
      },
    ]);
  });

  test.each([{ portal: { publishableKey: 'pk_test_1' } }, { portalOrigins: ['https://a.test'] }])(
    'a stage with %j lacks no portal',
    (values) => {
      const others = { ...platform, alarms: { emails: { page: ['a@b.test'], ticket: ['a@b.test'] } } };
      expect(lookAtValues({ ...others, ...values })).toMatchObject([{ state: 'ok' }]);
    },
  );
});
