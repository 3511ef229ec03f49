import { App, Stage, Validations, type AppProps } from 'aws-cdk-lib/core';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';
import { ServiceStack } from './service-stack.ts';
import type { StageConfig } from './stages.ts';

/** The CDK app. Each stage is whole in one stack; the synthesis fails on a finding of cdk-nag that nobody acknowledged. */
export class ServiceApp extends App {
  constructor(props: AppProps = {}) {
    // In code and not in cdk.json, because the tests and the local cloud run the app without it.
    super({ ...props, context: { ...recommendedFlags, ...props.context } });
    Validations.of(this).addPlugins(new AwsSolutionsChecks(this));
  }

  addStage(stage: StageConfig): ServiceStack {
    return new ServiceStack(new Stage(this, stage.name), 'Service', stage);
  }
}
