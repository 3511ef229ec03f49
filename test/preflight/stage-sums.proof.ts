import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { production, staging } from '../../lib/stages.ts';
import { topicIds } from '../../lib/severity.ts';
import { reservedBy } from '../../scripts/preflight/concurrency.ts';
import { ofType, synthesise } from '../../tools/harness/synthesised.ts';

const aside = z.object({ ReservedConcurrentExecutions: z.number().default(0) });

/** The checks lean on what the template says. */
describe.each([staging, production])('the template of $name', (stage) => {
  const { Resources, template } = synthesise(stage);

  test('reserves as many environments as preflight computes', () => {
    const ofTemplate = ofType(Resources, 'AWS::Lambda::Function').map(
      ([, { Properties }]) => aside.parse(Properties).ReservedConcurrentExecutions,
    );
    expect(reservedBy(stage)).toBe(ofTemplate.reduce((sum, one) => sum + one, 0));
    expect(reservedBy(stage)).toBeGreaterThan(100);
  });

  test("makes the app's secret with a generated value, so that the first one put has one before it", () => {
    expect(Resources['PlatformAppSecret']?.Properties).toHaveProperty('GenerateSecretString');
  });

  test('has the alarm topics and the user pool under the names that preflight looks for', () => {
    expect([...Object.values(topicIds), 'UserPool'].map((id) => Resources[id]?.Type)).toEqual([
      'AWS::SNS::Topic',
      'AWS::SNS::Topic',
      'AWS::Cognito::UserPool',
    ]);
  });

  test("leaves the pool's mails to Cognito", () => {
    expect(Resources['UserPool']?.Properties['EmailConfiguration']).toBeUndefined();
    template.resourceCountIs('AWS::SES::EmailIdentity', 0);
  });
});
