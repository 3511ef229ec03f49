import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { describe, expect, test } from '@jest/globals';
import { reportOf } from '../../scripts/preflight/report.ts';
import { look, openAccount, services, subscribed } from './account.ts';

openAccount();

describe('the report', () => {
  test('has a line for each item, the cure beneath, and the sum', async () => {
    subscribed('PendingConfirmation');
    services.ssm.on(GetParameterCommand).rejects(new ParameterNotFound({ message: 'none', $metadata: {} }));
    const items = await look();
    const lines = reportOf('staging', items, Infinity)
      .replaceAll(/\u001B\[\d+m/g, '')
      .split('\n');
    expect(lines[2]).toBe('missing  bootstrap        the region eu-west-1 is not bootstrapped for the CDK');
    expect(lines[3]).toBe(`${' '.repeat(9)}→ npm run bootstrap -- --stage staging`);
    expect(lines.at(-2)).toBe("staging can't be deployed: 13 ok, 1 warning, 1 missing");
  });

  test('says that the stage can be deployed when there are warnings only', async () => {
    subscribed('PendingConfirmation');
    expect(reportOf('staging', await look(), Infinity)).toContain(
      'staging can be deployed: 14 ok, 1 warning, 0 missing',
    );
  });

  test('wraps what was found at the width of the terminal, and shows each step of a cure on its own line', () => {
    const found = 'The app does not subscribe to 2 fields that the stage needs.';
    const item = {
      name: 'platform app',
      state: 'warning',
      found,
      cure: 'Open the page.\nSwitch the fields on.',
    } as const;
    const lines = reportOf('staging', [item], 60)
      .replaceAll(/\u001B\[\d+m/g, '')
      .split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'warning  platform app  The app does not subscribe to 2',
      '                       fields that the stage needs.',
      '         → Open the page.',
      '         → Switch the fields on.',
    ]);
  });
});
