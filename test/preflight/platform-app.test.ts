import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import { describe, expect, test } from '@jest/globals';
import { Failure } from '../../operator/failure.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { isReady } from '../../scripts/preflight/report.ts';
import { beNew, lackNothing, look, openAccount, operator, services, soundApp, stage } from './account.ts';

openAccount();

const items = async (of?: DeployedStage) => (await look(of)).filter(({ name }) => name === 'platform app');

const { webhook } = soundApp;
const withFields = (wanted: (field: string) => boolean) => ({
  ...soundApp,
  webhook: webhook === null ? null : { ...webhook, fields: webhook.fields.filter(wanted) },
});

describe('the app at the platform', () => {
  test("is read by the operator's function, which is asked once, and changes nothing", async () => {
    expect(await items()).toMatchObject([{ state: 'ok', found: expect.stringContaining('Acme Messaging') as unknown }]);
    expect(operator.asked).toEqual(['platform-app']);
  });

  test('without the field messages is a warning with the cure, and does not stop a deployment', async () => {
    operator.answer = withFields((field) => field !== 'messages');
    const [item, ...rest] = await items();
    expect(rest).toEqual([]);
    expect(item).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('No partner gets messages or their statuses.') as unknown,
      cure: expect.stringContaining('switch on messages') as unknown,
    });
    expect(isReady(await look())).toBe(true);
  });

  test('needs the fields of the coexistence that this checkout offers, deployed or not', async () => {
    const coexistence = { configId: '200000000000001', launch: 'dialog', coexistence: 'on' } as const;
    expect(await items({ ...stage, signUp: coexistence })).toMatchObject([
      { state: 'warning', cure: expect.stringContaining('history, smb_app_state_sync, smb_message_echoes') as unknown },
    ]);
  });

  test('answers as another version than is asked: a warning, unless this checkout asks for another as well', async () => {
    operator.answer = { ...soundApp, graph: { version: stage.graphVersion, served: 'v27.0' } };
    expect(await items()).toMatchObject([
      {
        state: 'warning',
        found: expect.stringContaining('calls of v26.0 of the Graph API as v27.0') as unknown,
        cure: expect.stringContaining('Set graphVersion in lib/stages.ts') as unknown,
      },
    ]);
    expect(await items({ ...stage, graphVersion: 'v27.0' })).toMatchObject([{ state: 'ok' }]);
  });

  test('is not looked at before there is a stack, an app or its secret', async () => {
    beNew();
    expect(await items()).toEqual([]);
    lackNothing();
    expect(await items({ ...stage, platformAppId: undefined })).toEqual([]);
    services.secrets
      .on(DescribeSecretCommand, { SecretId: 'arn:aws:secretsmanager:secret' })
      .resolves({ VersionIdsToStages: { generated: ['AWSCURRENT'] } });
    expect(await items()).toEqual([]);
    expect(operator.asked).toEqual([]);
  });

  test.each([
    ['a function of an earlier version', new Failure('refused', 'unknown_route', 'there is no command "platform-app"')],
    ['a stage that has no app yet', null],
    ['a stage that has another app yet', { ...soundApp, app_id: '1' }],
  ])('is looked at after the next deployment of %s', async (_, answer) => {
    operator.answer = answer;
    expect(await items()).toMatchObject([{ state: 'ok', found: expect.stringContaining('deployed') as unknown }]);
  });

  // The role of a pipeline may not carry out the operator's commands.
  test('is a warning with the command when the credentials may not call the function of the operator', async () => {
    operator.answer = new Failure('unreachable', 'unreachable', 'IAM refuses the call of the operator function: 403');
    expect(await items()).toMatchObject([
      {
        state: 'warning',
        found: expect.stringContaining('IAM refuses') as unknown,
        cure: expect.stringMatching(
          /OperatorPolicyArn: npm run -s operator -- --stage staging platform-app$/,
        ) as unknown,
      },
    ]);
  });
});
