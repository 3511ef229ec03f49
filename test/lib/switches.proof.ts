import { describe, expect, test } from '@jest/globals';
import { stackNameOf } from '../../lib/stage-stacks.ts';
import { whereItServes } from '../../lib/standby.ts';
import { production, staging, type DeployedStage } from '../../lib/stages.ts';
import { namedResources } from '../../scripts/preflight/taken-names.ts';
import { Account, type Refusal } from './rehearsal/account.ts';
import { limits } from './rehearsal/limits.ts';
import { namesType } from './rehearsal/physical-name.ts';
import { plannedStacksOf, type PlannedStack } from './rehearsal/planned-stacks.ts';
import { replacingProperties } from './rehearsal/replacing.ts';
import { account, anomalies, domain, keyIn, wholeStage } from './whole-stage.ts';
import { withStandby } from './with-domain.ts';

/** Their names are of their parent, which a stage never replaces. */
const ofParent = ['AWS::ApiGatewayV2::Stage', 'AWS::Lambda::Alias'];

type Value = Exclude<keyof DeployedStage, 'name'>;
type Other = Partial<DeployedStage>;

/** What the stage may have in place of each value; or why no resource comes, goes or is replaced with it. */
const othersOf = (stage: DeployedStage): Readonly<Record<Value, string | readonly Other[]>> => {
  const { name, ...edgeless } = { ...domain, edge: undefined };
  const { members, tables, data } = stage;
  const mail = { from: 'portal@mail.test', domain: 'mail.test' };
  return {
    account: 'a stage stays in its account: CloudFormation moves no resource',
    region: 'a stage stays in its region, but for the fail-over below',
    keyArn: 'a stage keeps its key: the preflight refuses another',
    permissionsBoundary: 'a property of roles',
    data: [
      { data: { ...data, deletionProtection: false } },
      { data: { ...data, removal: data.removal === 'retain' ? 'destroy' : 'retain' } },
    ],
    tables: [
      { tables: { serving: 1, beside: [2], maintenance: 'closed' } },
      { tables: { serving: 2, beside: [1], maintenance: 'erasing' } },
      { tables: { ...tables, serving: 2 } },
    ],
    logs: 'a property of log groups',
    members: [
      { members: { ...members, mail, secondFactors: ['app', 'email'], recovery: 'operator' } },
      { members: { ...members, threatProtection: !members.threatProtection, mfa: 'optional' } },
    ],
    api: 'properties of the API and the firewall',
    alarms: [{ alarms: { ...stage.alarms, subscribers: { page: [], ticket: [] } } }],
    budget: [
      { budget: null },
      { budget: { dollarsPerMonth: 200, anomalies: null } },
      { budget: { dollarsPerMonth: 100, anomalies: { ...anomalies, monitor: 'arn:aws:ce::1:anomalymonitor/a' } } },
    ],
    auditTrail: [{ auditTrail: null }, { auditTrail: { retentionDays: 30, table: false } }],
    auditCopy: [{ auditCopy: undefined }, { auditCopy: { mode: 'GOVERNANCE', years: 1 } }],
    tracing: 'a property of topics and queues',
    release: [{ release: stage.release === 'canary' ? 'at once' : 'canary' }],
    probe: [{ probe: undefined }],
    despiteAlarm: [{ despiteAlarm: 'the alarm is about the error that this mends' }],
    dataLocalizationRegion: 'a variable of functions',
    rateScale: 'a variable of functions',
    erasureQuietSeconds: 'a variable of functions',
    deliverySlots: 'a variable of functions',
    dispatcher: [{ dispatcher: { ...stage.dispatcher, reservedConcurrency: 'unreserved' } }],
    connect: 'as of the dispatcher',
    openApi: 'as of the dispatcher',
    operator: 'as of the dispatcher',
    platformCallback: 'as of the dispatcher',
    originCheck: 'as of the dispatcher',
    workers: 'as of the dispatcher',
    backup: [
      { backup: undefined },
      { backup: { region: 'eu-north-1', keepDays: 35 } },
      { backup: { region: 'eu-central-1', keepDays: 35, generation: 2 } },
    ],
    replica: [
      { replica: undefined },
      { replica: { region: 'eu-north-1', keyArn: keyIn(stage.region), table: true } },
      { replica: { region: 'eu-central-1', keyArn: keyIn(stage.region), table: false } },
      { replica: withStandby(stage, 'eu-central-1') },
    ],
    replicaTable: 'of a standby alone, which is played below',
    delivery: [{ delivery: undefined }, { delivery: { repository: 'acme/other', identityProvider: 'existing' } }],
    portalOrigins: [{ portalOrigins: ['https://portal.acme.test'] }],
    // The mails lead to the portal.
    portal: [{ portal: undefined, noticesFrom: undefined }],
    noticesFrom: 'a variable of functions, and a grant',
    support: 'a file of the portal',
    statusPage: 'a file of the portal',
    graphVersion: 'a variable of functions',
    graphUrl: 'a variable of functions',
    dialogUrl: 'a variable of functions',
    sdkUrl: 'a variable of functions',
    platformAppId: 'a variable of functions',
    signUp: 'variables of functions',
    domain: [
      { domain: undefined, portal: undefined, noticesFrom: undefined },
      { domain: { name, ...edgeless }, portal: undefined, noticesFrom: undefined },
      { domain: { ...domain, hostedZone: undefined } },
      { domain: { ...domain, directAccess: 'open' } },
      { domain: { ...domain, name: 'api.other.partner-api.test' } },
    ],
  };
};

const planned = new Map<string, readonly PlannedStack[]>();

const planOf = (stage: DeployedStage): readonly PlannedStack[] => {
  const key = JSON.stringify(stage);
  const plan = planned.get(key) ?? plannedStacksOf(stage);
  planned.set(key, plan);
  return plan;
};

/** What AWS refuses of each deployment. The stacks that a stage has no more are deleted after it. */
const play = (stages: readonly DeployedStage[]): readonly (Refusal & { readonly stage: DeployedStage })[] => {
  const there = new Account();
  return stages.flatMap((stage) => {
    const plan = planOf(stage);
    const refusals = there.deploy(plan);
    there.deleteAllBut(plan);
    return refusals.map((refusal) => ({ ...refusal, stage }));
  });
};

/** Whether the preflight says it before: by the table of names that may be taken, or by the check of replicas. */
const isForetold = ({ stack, logicalId, stage }: Refusal & { readonly stage: DeployedStage }): boolean =>
  logicalId === 'Table' ||
  namedResources(stage).some((one) => one.logicalId === logicalId && stackNameOf(stage.name, one.part) === stack);

describe.each([staging, production])('$name', (bare) => {
  const all = wholeStage(bare);
  const others = Object.entries(othersOf(all)).flatMap(([value, some]) =>
    typeof some === 'string' ? [] : some.map((other) => [value, { ...all, ...other }] as const),
  );
  const seen: Refusal[] = [];

  test.each([['every value', { ...bare, account }] as const, ...others])(
    'is deployed with %s, without or with another, and so again: AWS refuses only what the preflight foretells',
    (_, other) => {
      const refusals = [...play([all, other, all, other]), ...play([other, all])];
      seen.push(...refusals);
      expect(refusals.filter((refusal) => !isForetold(refusal))).toEqual([]);
    },
  );

  test('the preflight looks for nothing that is never left, but for records that people make', () => {
    const lookedFor = namedResources(all).map(({ logicalId }) => logicalId);
    const left = new Set(seen.map(({ logicalId }) => logicalId));
    expect(lookedFor.filter((id) => !left.has(id) && !id.endsWith('Record'))).toEqual([]);
  });

  test('a replica that is protected, or in another region, is not removed at once', () => {
    const reasons = new Set(seen.flatMap(({ logicalId, because }) => (logicalId === 'Table' ? [because] : [])));
    expect([...reasons].toSorted()).toEqual([
      'eu-central-1 is protected',
      'eu-north-1 is protected',
      'more than one replica changes',
    ]);
  });

  test.each(['us-east-1', 'eu-north-1'])('is created in %s, and beside its copies there', (region) => {
    const certificateArn = domain.certificateArn.replace(bare.region, region);
    const elsewhere = { region, domain: { ...domain, certificateArn } };
    const copies = { backup: { region, keepDays: 35 }, replica: { region, keyArn: keyIn(bare.region), table: true } };
    expect(
      play([{ ...all, ...elsewhere, replica: { ...copies.replica, region: 'eu-west-3', keyArn: keyIn(region) } }]),
    ).toEqual([]);
    expect(play([{ ...all, ...copies }])).toEqual([]);
    // The fail-over of docs/operations/disasters.md, while the stacks of the lost region are still there.
    const lost = new Account();
    lost.deploy(planOf({ ...all, ...copies }));
    const survivor = {
      ...all,
      ...elsewhere,
      domain: { ...elsewhere.domain, hostedZone: undefined },
      keyArn: keyIn(region),
      replica: undefined,
      backup: undefined,
      budget: null,
      delivery: undefined,
    };
    expect(lost.deploy(planOf(survivor))).toEqual([]);
  });

  test.each(['us-east-1', 'eu-north-1'])('is created with a standby in %s, which opens by an update', (region) => {
    const there = { ...all, replica: withStandby(all, region) };
    const lost = new Account();
    expect(lost.deploy(planOf(there))).toEqual([]);
    const opened = whereItServes({ ...there, tables: { ...all.tables, failedOver: true } });
    expect(lost.deploy(planOf(opened))).toEqual([]);
  });

  test('every property that names a resource, and replaces it, is known', () => {
    const unknown = planOf(all).flatMap(({ resources }) =>
      Object.values(resources).flatMap(({ Type: type, Properties: properties }) =>
        [...replacingProperties(type)].filter(
          (property) =>
            /Name(Prefix)?$/.test(property) &&
            typeof properties[property] === 'string' &&
            !namesType(type) &&
            !ofParent.includes(type),
        ),
      ),
    );
    expect(unknown).toEqual([]);
  });
});

test('every template is within the limits of AWS', () => {
  for (const stage of [staging, production]) planOf(wholeStage(stage));
  const uses = [...planned.values()].flat().flatMap((stack) => stack.uses);
  const most = Array.from(Map.groupBy(uses, ({ limit }) => limit)).map(([limit, all]) => {
    const { used, of } = all.reduce((left, right) => (right.used > left.used ? right : left));
    return `${limit}: ${used} of ${limits[limit]} (${of})`;
  });
  process.stdout.write(`${most.join('\n')}\n`);
  expect(uses.filter(({ limit, used }) => used > limits[limit])).toEqual([]);
  expect(most).toHaveLength(Object.keys(limits).length);
});
