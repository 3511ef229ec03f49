import { describe, expect, test } from '@jest/globals';
import { lookAtValues } from '../../scripts/preflight/stage-values.ts';

const signUp = { configId: '2', launch: 'dialog', coexistence: 'off' };
const platform = { platformAppId: '1', signUp, budget: {} };

describe('stage values that are absent', () => {
  test.each([
    [
      'platformAppId',
      {
        signUp,
        budget: {},
        portalOrigins: ['https://a.test'],
        alarms: { subscribers: { page: ['a@b.test'], ticket: ['a@b.test'] } },
      },
    ],
    [
      'signUp',
      {
        platformAppId: '1',
        budget: {},
        portalOrigins: ['https://a.test'],
        alarms: { subscribers: { page: ['a@b.test'], ticket: ['a@b.test'] } },
      },
    ],
    ['portal', { ...platform, alarms: { subscribers: { page: ['a@b.test'], ticket: ['a@b.test'] } } }],
    [
      'budget',
      {
        ...platform,
        budget: null,
        portalOrigins: ['https://a.test'],
        alarms: { subscribers: { page: ['a@b.test'], ticket: ['a@b.test'] } },
      },
    ],
    [
      'alarms.subscribers.page',
      { ...platform, portalOrigins: ['https://a.test'], alarms: { subscribers: { page: [], ticket: ['a@b.test'] } } },
    ],
    [
      'alarms.subscribers.ticket',
      { ...platform, portalOrigins: ['https://a.test'], alarms: { subscribers: { page: ['a@b.test'], ticket: [] } } },
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
      const others = { ...platform, alarms: { subscribers: { page: ['a@b.test'], ticket: ['a@b.test'] } } };
      expect(lookAtValues({ ...others, ...values })).toMatchObject([{ state: 'ok' }]);
    },
  );

  test('signUp is named with what to give', () => {
    const others = { platformAppId: '1', budget: {}, portalOrigins: ['https://a.test'] };
    const alarms = { subscribers: { page: ['a@b.test'], ticket: ['a@b.test'] } };
    expect(lookAtValues({ ...others, alarms })[0]?.cure).toMatch(
      /configId .*'dialog', 'sdk'.*'off', 'on', 'with_history'/,
    );
  });
});

describe('stage values that the platform would refuse', () => {
  const others = {
    budget: {},
    portalOrigins: ['https://a.test'],
    alarms: { subscribers: { page: ['a@b.test'], ticket: ['a@b.test'] } },
  };

  test.each([
    ['platformAppId', { platformAppId: 'my-app', signUp }],
    ['signUp.configId', { platformAppId: '1', signUp: { ...signUp, configId: '20000-1' } }],
    ['signUp.configId', { platformAppId: '1', signUp: { ...signUp, configId: '' } }],
    ['signUp.launch', { platformAppId: '1', signUp: { ...signUp, launch: 'popup' } }],
    ['signUp.coexistence', { platformAppId: '1', signUp: { ...signUp, coexistence: 'yes' } }],
  ])('%s is named', (value, values) => {
    expect(lookAtValues({ ...others, ...values })).toEqual([
      {
        name: 'stage values',
        state: 'warning',
        found: expect.stringMatching(new RegExp(`^${value} is ".*"`)) as unknown,
        cure: expect.stringContaining(`Set ${value} in lib/stages.ts`) as unknown,
      },
    ]);
  });
});
