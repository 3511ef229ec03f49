import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { edge, hostedZone, withDomain } from './with-domain.ts';
import { allStages, ofType, synthesise, withProbe } from '../../tools/harness/synthesised.ts';

const Action = z.string();
const Arn = z.union([z.string(), z.record(z.string(), z.unknown())]);

const Statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: z.union([Action.transform((only) => [only]), z.array(Action)]),
  Resource: z.union([z.array(Arn), Arn.transform((only) => [only])]).optional(),
  Principal: z.unknown().optional(),
  Condition: z.unknown().optional(),
});
type Statement = z.infer<typeof Statement>;

/** Every policy statement within a value, wherever it stands: identity, resource, trust and inline policies. */
const statementsWithin = (value: unknown): Statement[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(statementsWithin);
  if (!('Statement' in value)) return inner;
  return [...z.array(Statement).parse(value.Statement), ...inner];
};

const hasWildcard = ({ Effect, Action, Resource = [] }: Statement): boolean =>
  Effect === 'Allow' && JSON.stringify([Action, Resource]).includes('*');

describe.each(allStages)('the policies of stage $name', (stage) => {
  const { Resources } = synthesise(stage);

  const statementsOf = (logicalId: string, resources = Resources): Statement[] => {
    const { Role } = z
      .object({ Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }) })
      .parse(resources[logicalId]?.Properties);
    return ofType(resources, 'AWS::IAM::Policy')
      .filter(([, { Properties }]) => JSON.stringify(Properties['Roles']).includes(`"${Role['Fn::GetAtt'][0]}"`))
      .flatMap(([, { Properties }]) => statementsWithin(Properties));
  };

  const actionsOn = (logicalId: string, resource: string): string[] =>
    statementsOf(logicalId)
      .filter(({ Effect }) => Effect === 'Allow')
      .filter(({ Resource }) => JSON.stringify(Resource) === JSON.stringify([{ 'Fn::GetAtt': [resource, 'Arn'] }]))
      .flatMap(({ Action }) => Action)
      .toSorted();

  test('hold no wildcard where AWS supports a resource', () => {
    const wildcards = Object.entries(Resources).flatMap(([logicalId, { Type, Properties }]) =>
      statementsWithin(Properties)
        .filter(hasWildcard)
        .map((statement) => ({ logicalId, Type, statement })),
    );
    const tracing = wildcards.filter(({ Type }) => Type === 'AWS::IAM::Policy');
    for (const { statement } of tracing) {
      expect(statement).toEqual({
        Effect: 'Allow',
        Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
        Resource: ['*'],
      });
    }
    // In a key's own policy, * is that key; without the account's administrators it could never be changed.
    const administrators = {
      Effect: 'Allow',
      Action: ['kms:*'],
      Resource: ['*'],
      Principal: { AWS: { 'Fn::Join': ['', ['arn:aws:iam::', { Ref: 'AWS::AccountId' }, ':root']] } },
    };
    // CloudTrail names its files itself.
    const ofTrail = wildcards.filter(({ logicalId }) => logicalId.startsWith('AuditTrailBucketPolicy'));
    expect(ofTrail.map(({ statement }) => [statement.Principal, statement.Action])).toEqual(
      stage.auditTrail === null ? [] : [[{ Service: 'cloudtrail.amazonaws.com' }, ['s3:PutObject']]],
    );
    const others = wildcards.filter((one) => one.Type !== 'AWS::IAM::Policy' && !ofTrail.includes(one));
    expect(new Set(others.map(({ Type }) => Type))).toEqual(new Set(['AWS::KMS::Key', 'AWS::IAM::ManagedPolicy']));
    const policyOf = (key: string) => others.filter(({ logicalId }) => logicalId === key);
    expect(policyOf('Key').map(({ statement }) => statement)).toEqual([administrators]);
    // https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#compatibility-with-aws-services
    expect(policyOf('AlarmKey').map(({ statement }) => statement)).toEqual([
      administrators,
      {
        Effect: 'Allow',
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        Resource: ['*'],
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: {
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: { 'aws:SourceArn': expect.anything() },
        },
      },
    ]);
    // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatchlogs.html
    expect(policyOf('OperatorPolicy').map(({ statement }) => statement)).toEqual([
      { Effect: 'Allow', Action: ['logs:GetQueryResults'], Resource: ['*'] },
    ]);
    expect(others).toHaveLength(4);
  });

  test('let every function write to its own log group alone', () => {
    for (const [logicalId, { Properties }] of ofType(Resources, 'AWS::Lambda::Function')) {
      const { LoggingConfig } = z
        .object({ LoggingConfig: z.object({ LogGroup: z.object({ Ref: z.string() }) }) })
        .parse(Properties);
      expect(actionsOn(logicalId, LoggingConfig.LogGroup.Ref)).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
      expect(JSON.stringify(statementsOf(logicalId)).match(/logs:PutLogEvents/g)).toHaveLength(1);
    }
  });

  test('let the audit of delivery reports read, and scan, and nothing else', () => {
    const reads = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan'];
    expect(actionsOn('ReportAudit', 'Table')).toEqual(reads);
  });

  test('let the function of callbacks queue them and read its secret, and nothing of the table', () => {
    const queues = ['CallbackQueue', 'RelayedCallbackQueue'].map((queue) => ({ 'Fn::GetAtt': [queue, 'Arn'] }));
    const sending = statementsOf('PlatformCallback').filter(({ Action }) => Action.includes('sqs:SendMessage'));
    expect(sending).toMatchObject([{ Action: ['sqs:SendMessage'], Resource: queues }]);
    expect(JSON.stringify(statementsOf('PlatformCallback'))).toContain('secretsmanager:GetSecretValue');
    expect(JSON.stringify(statementsOf('PlatformCallback'))).not.toContain('dynamodb:');
  });

  test('let a probe read its secret, invoke the version that is released next and say what it found, and nothing else', () => {
    const grants = statementsOf('StageProbe', synthesise(withProbe(stage)).Resources);
    const own = grants.filter(({ Action }) => !/logs|s3|xray/.test(String(Action)));
    expect(own.map(({ Action, Resource }) => [Action, JSON.stringify(Resource)])).toEqual([
      [['secretsmanager:GetSecretValue'], JSON.stringify([{ Ref: 'ProbeSecret' }])],
      [['lambda:InvokeFunction'], expect.stringMatching(/^\[\{"Ref":"DispatcherFunctionCurrentVersion\w+"\}\]$/)],
      [['codedeploy:PutLifecycleEventHookExecutionStatus'], expect.stringContaining('{"Ref":"DispatcherReleases"}')],
    ]);
  });

  test('let a probe with a status page read and write its two objects alone', () => {
    const { domain } = withDomain({ hostedZone, edge });
    const publishableKey = stage.name === 'production' ? 'pk_live_0123456789' : 'pk_test_0123456789';
    const shown = stage.name === 'local' ? stage : { ...stage, domain, portal: { publishableKey } };
    const arnOf = (name: string): object[] => {
      const bucket =
        stage.name === 'local'
          ? [{ 'Fn::GetAtt': ['StatusBucket', 'Arn'] }, `/status/${name}`]
          : [
              `arn:aws:s3:::swift-worker-${stage.name}-portal-`,
              { Ref: 'AWS::AccountId' },
              `-us-east-1-an/status/${name}`,
            ];
      return [{ 'Fn::Join': ['', bucket] }];
    };
    const grants = statementsOf('StageProbe', synthesise(withProbe(shown)).Resources);
    expect(grants.filter(({ Action }) => /s3:/.test(String(Action)))).toMatchObject([
      { Action: ['s3:GetObject', 's3:PutObject'], Resource: arnOf('status.json') },
      { Action: ['s3:PutObject'], Resource: arnOf('index.html') },
    ]);
  });

  test('let who deals with callbacks call no function', () => {
    const actions = statementsOf('CallbackIntake').flatMap(({ Action }) => Action);
    const services = new Set(actions.map((action) => action.split(':')[0]));
    // The key is used by way of the table alone; see below.
    expect(services).toEqual(new Set(['dynamodb', 'kms', 'logs', 'sqs', 'xray']));
  });

  test('let only the audit scan, and only the way of reports and erasures write in batches', () => {
    const functions = ofType(Resources, 'AWS::Lambda::Function').map(([logicalId]) => logicalId);
    const allowed = (action: string) => functions.filter((logicalId) => actionsOn(logicalId, 'Table').includes(action));
    expect(allowed('dynamodb:Scan')).toEqual(['ReportAudit']);
    expect(allowed('dynamodb:BatchWriteItem').toSorted()).toEqual(['Folding', 'Journal', 'Lifecycle', 'ParkedReports']);
  });

  test('let no function update or delete an entry of the audit trail, or put one but in a transaction', () => {
    const writers = ofType(Resources, 'AWS::Lambda::Function')
      .map(([logicalId]) => logicalId)
      .filter((logicalId) => actionsOn(logicalId, 'Table').some((action) => /Put|Update|Delete|Write/.test(action)));
    expect(writers).toContain('Operator');
    const trail = { 'dynamodb:LeadingKeys': ['AUDIT#*'] };
    for (const logicalId of writers) {
      const denials = statementsOf(logicalId).filter(({ Effect }) => Effect === 'Deny');
      const always = denials.filter(
        ({ Condition }) => JSON.stringify(Condition) === JSON.stringify({ 'ForAnyValue:StringLike': trail }),
      );
      const denied = always.flatMap(({ Action }) => Action);
      const may = actionsOn(logicalId, 'Table').filter((action) => /Update|Delete|BatchWrite/.test(action));
      expect([logicalId, may.filter((action) => !denied.includes(action))]).toEqual([logicalId, []]);
      expect(denials).toContainEqual(
        expect.objectContaining({
          Action: ['dynamodb:PutItem'],
          Condition: {
            'ForAnyValue:StringLike': trail,
            StringNotEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
          },
        }),
      );
    }
  });

  const changes = ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
  test.each([
    ['Dispatcher', ['dynamodb:ConditionCheckItem', ...changes]],
    ['Operator', changes],
  ])('let the %s read and commit items, not scan', (logicalId, writes) => {
    const reads = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
    expect(actionsOn(logicalId, 'Table')).toEqual([...reads, ...writes].toSorted());
  });

  const usesOfKey = (logicalId: string): Statement[] =>
    statementsOf(logicalId).filter(({ Action }) => Action.some((action) => action.startsWith('kms:')));
  const byWayOfTheTable = { StringEquals: { 'kms:ViaService': `dynamodb.${stage.region}.amazonaws.com` } };

  /** What each function seals and opens by itself. */
  const purposes = {
    CallbackIntake: { seals: [], opens: [] },
    CallbackRelay: { seals: [], opens: ['webhook_secret'] },
    ChangeRelay: { seals: [], opens: [] },
    Connect: { seals: ['platform_token', 'number_pin'], opens: ['platform_token', 'number_pin', 'verify_token'] },
    CustomerImport: { seals: [], opens: [] },
    Dispatcher: {
      seals: ['response', 'verify_token', 'webhook_secret'],
      opens: ['response', 'platform_token', 'webhook_secret', 'verify_token'],
    },
    DueSweep: { seals: [], opens: [] },
    Folding: { seals: [], opens: [] },
    InstanceRefresh: { seals: [], opens: ['platform_token', 'number_pin'] },
    Journal: { seals: [], opens: [] },
    Lifecycle: { seals: ['platform_token', 'number_pin'], opens: ['platform_token', 'number_pin', 'verify_token'] },
    OpenApi: { seals: [], opens: [] },
    Operator: { seals: ['webhook_secret'], opens: [] },
    OutboxKeeper: { seals: [], opens: ['webhook_secret'] },
    ParkedReports: { seals: [], opens: [] },
    PlatformCallback: { seals: [], opens: [] },
    ReportAudit: { seals: [], opens: [] },
    TemplateSync: { seals: [], opens: ['platform_token'] },
    WebhookDelivery: { seals: [], opens: ['webhook_secret'] },
    WebhookMigration: { seals: [], opens: ['platform_token', 'verify_token'] },
  };

  test('say of every function what it seals and opens', () => {
    const functions = ofType(Resources, 'AWS::Lambda::Function').map(([logicalId]) => logicalId);
    expect(functions.toSorted()).toEqual(Object.keys(purposes));
  });

  test.each(Object.entries(purposes))(
    'let the %s use the key for its purposes alone',
    (logicalId, { seals, opens }) => {
      const bound = (action: string, purpose: readonly string[]) => ({
        Action: [action],
        Condition: {
          StringEquals: { 'kms:EncryptionContext:purpose': purpose },
          Null: { 'kms:EncryptionContext:partner_id': 'false', 'kms:EncryptionContext:record_id': 'false' },
        },
      });
      const direct = usesOfKey(logicalId)
        .filter(({ Condition }) => JSON.stringify(Condition) !== JSON.stringify(byWayOfTheTable))
        .flatMap(({ Action, Condition }) => Action.map((action) => ({ Action: [action], Condition })));
      expect(direct).toEqual([
        ...(seals.length > 0 ? [bound('kms:Encrypt', seals)] : []),
        ...(opens.length > 0 ? [bound('kms:Decrypt', opens)] : []),
      ]);
    },
  );

  test('name the one key of the stage', () => {
    for (const { Resource } of [...usesOfKey('Dispatcher'), ...usesOfKey('Operator')]) {
      expect(Resource).toEqual([{ 'Fn::GetAtt': ['Key', 'Arn'] }]);
    }
  });

  test('let only the operator and the dispatcher administer members of the one pool', () => {
    const administering = ofType(Resources, 'AWS::IAM::Policy').filter(([, policy]) =>
      JSON.stringify(policy).includes('cognito-idp:'),
    );
    expect(administering).toHaveLength(2);
    const administration = ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminDeleteUser', 'cognito-idp:AdminGetUser'];
    expect(actionsOn('Dispatcher', 'UserPool')).toEqual(administration);
    expect(actionsOn('Operator', 'UserPool')).toEqual([...administration, 'cognito-idp:AdminSetUserPassword']);
  });

  test('are assumed by Lambda alone, but for those that release', () => {
    for (const [logicalId, { Properties }] of ofType(Resources, 'AWS::IAM::Role')) {
      const releases = /^[A-Z][A-Za-z]+ReleaseGroup/.test(logicalId);
      const service = `${releases ? 'codedeploy' : 'lambda'}.amazonaws.com`;
      expect(statementsWithin(Properties)).toEqual([
        { Effect: 'Allow', Action: ['sts:AssumeRole'], Principal: { Service: service } },
      ]);
    }
  });
});
