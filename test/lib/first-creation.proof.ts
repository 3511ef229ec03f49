import { describe, expect, test } from '@jest/globals';
import { choose } from '../../lib/choose-stages.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { policiesOf, synthesise, type Resource } from '../../tools/harness/synthesised.ts';

const stages = { local, staging, production };

/** What a deletion of the stack could not take away, or would leave behind. */
const protectedIn = (resources: Readonly<Record<string, Resource>>): readonly string[] =>
  Object.entries(resources).flatMap(([logicalId, { Properties }]) =>
    /"DeletionProtection(Enabled)?":(true|"ACTIVE")/.test(JSON.stringify(Properties)) ? [logicalId] : [],
  );

const withoutProtection = (resources: Readonly<Record<string, Resource>>): unknown =>
  JSON.parse(
    JSON.stringify(resources)
      .replaceAll('"DeletionProtectionEnabled":true', '"DeletionProtectionEnabled":false')
      .replaceAll('"DeletionProtection":"ACTIVE"', '"DeletionProtection":"INACTIVE"'),
  );

describe.each(['staging', 'production'] as const)('stage %s', (stage) => {
  const [existing] = choose(stages, { stage });
  const [created] = choose(stages, { stage, protection: 'off' });
  if (existing === undefined || created === undefined) throw new Error(`there is no stage ${stage}`);
  const template = synthesise(existing);
  const creation = synthesise(created);

  test('protects its table, its members and its stack once it stands', () => {
    expect(protectedIn(template.Resources)).toEqual(['Table', 'UserPool']);
    expect(template.terminationProtection).toBe(true);
  });

  // CloudFormation can't delete what is protected, so the rollback of the creation would fail, and the CDK can't delete
  // the stack that it left: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html#WorkingWithTables.Basics.DeletionProtection
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-protect-stacks.html
  test('protects nothing while it is created for the first time', () => {
    expect(protectedIn(creation.Resources)).toEqual([]);
    expect(creation.terminationProtection).toBe(false);
  });

  test('keeps nothing that a failed creation made', () => {
    const kept = Object.entries(template.Resources)
      .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain' || DeletionPolicy === 'Snapshot')
      .map(([logicalId]) => logicalId);
    expect(kept).toEqual([]);
  });

  test('changes nothing but the protection by the deployment that follows its creation', () => {
    expect(creation.Resources).toEqual(withoutProtection(template.Resources));
    expect(creation.Outputs).toEqual(template.Outputs);
  });

  test('deals with all that holds data alike', () => {
    for (const logicalId of ['Table', 'Key', 'UserPool', 'PlatformAppSecret']) {
      expect(template.Resources[logicalId]).toMatchObject(policiesOf(existing));
    }
    const groups = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThan(10);
    for (const group of groups) expect(group).toMatchObject(policiesOf(existing));
  });
});

test('the protection is off or as the stage says, nothing else', () => {
  expect(() => choose(stages, { stage: 'staging', protection: 'on' })).toThrow(
    'protection can be "off" only, not "on"',
  );
});
