import { describe, expect, test } from '@jest/globals';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Validations } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import { z } from 'zod';
import { ServiceFunction } from '../../lib/constructs/service-function.ts';
import { production } from '../../lib/stages.ts';
import { allStages, withApp, withAuditCopy, withProbe } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';

describe.each([...allStages, ...allStages.map(withAuditCopy).map(withProbe)])('cdk-nag about stage $name', (stage) => {
  test('has nothing that is not acknowledged', () => {
    withApp((app) => {
      app.addStage(stage);
      expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
    });
  });

  test('is answered for single findings on single constructs', () => {
    withApp((app) => {
      const stack = app.addStage(stage);
      const answers = app.node.findAll().flatMap(({ node }) =>
        node.metadata
          .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
          .flatMap(({ data }) => Object.keys(z.record(z.string(), z.string()).parse(data)))
          .map((rule) => `${node.path.slice(stack.node.path.length + 1)}: ${rule}`),
      );
      const testMembers = [
        'Identity/UserPool: Annotation::AwsSolutions-COG2',
        'Identity/UserPool: Annotation::AwsSolutions-COG8',
      ];
      const functions = stack.node.findAll().filter((construct) => construct instanceof ServiceFunction);
      expect(answers.toSorted()).toEqual(
        [
          // Traces have no resource to name.
          ...functions.map(({ node }) => `${node.id}/Role/DefaultPolicy: Annotation::AwsSolutions-IAM5[Resource::*]`),
          ...(stage.name === 'production' ? [] : testMembers),
          ...(stage.auditCopy === undefined
            ? []
            : [
                'AuditCopies/Bucket: Annotation::AwsSolutions-S1',
                'AuditCopy/Role/DefaultPolicy: Annotation::AwsSolutions-IAM5[Resource::<AuditCopyBucket.Arn>/changes/*]',
                'AuditCopy/Role/DefaultPolicy: Annotation::AwsSolutions-IAM5[Resource::<AuditCopyBucket.Arn>/entries/*]',
                'Operator/Role/DefaultPolicy: Annotation::AwsSolutions-IAM5[Resource::<AuditCopyBucket.Arn>/entries/*]',
              ]),
          ...(stage.probe === undefined
            ? []
            : [
                'ProbeSecret: Annotation::AwsSolutions-SMG4',
                ...(stage.name === 'local' ? ['Status/Bucket: Annotation::AwsSolutions-S1'] : []),
              ]),
          ...(stage.auditTrail === null ? [] : ['AuditTrail/Bucket: Annotation::AwsSolutions-S1']),
          ...functions
            .filter(({ alias }) => alias !== null)
            .map(
              ({ node }) =>
                `${node.id}/Release/Group/ServiceRole: Annotation::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]`,
            ),
          'Identity/UserPool: Annotation::AwsSolutions-COG1',
          // logs:GetQueryResults has no resource to name.
          'OperatorPolicy: Annotation::AwsSolutions-IAM5[Resource::*]',
          'Platform/Secret: Annotation::AwsSolutions-SMG4',
          'Queues/RelayedCallbackQueue: Annotation::AwsSolutions-SQS3',
          'PublicApi/Api/DefaultRoute: Annotation::AwsSolutions-APIG4',
          'PublicApi/Api/ANY--connect--{proxy+}: Annotation::AwsSolutions-APIG4',
          'PublicApi/Api/ANY--functions--v1--swift-worker--openapi.json: Annotation::AwsSolutions-APIG4',
          'PublicApi/Api/ANY--functions--v1--swift-worker: Annotation::AwsSolutions-APIG4',
          'PublicApi/Api/ANY--platform--callback: Annotation::AwsSolutions-APIG4',
          'PublicApi/Api/ANY--probe: Annotation::AwsSolutions-APIG4',
        ].toSorted(),
      );
    });
  });
});

test.each([
  ['a domain', withDomain()],
  ['a domain and an edge', withDomain({ hostedZone, edge })],
])('cdk-nag has nothing that is not acknowledged about a stage with %s', (_, stage) => {
  withApp((app) => {
    app.addStage(stage);
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
  });
});

test('the synthesis fails on a finding that is not acknowledged', () => {
  withApp((app) => {
    new Queue(app.addStage(production), 'Open');
    expect(() => app.synth()).toThrow('AwsSolutions-SQS3');
  });
});
