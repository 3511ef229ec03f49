import { App, Stage, Validations, type AppProps } from 'aws-cdk-lib/core';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';
import { checkDomain, domainOf } from './address.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { ServiceStack } from './service-stack.ts';
import type { DeployedStage, StageConfig } from './stages.ts';

/**
 * The CDK app. Each stage is whole in one stack, but for the edge, which stands in another region. The synthesis fails on a
 * finding of cdk-nag that nobody acknowledged.
 */
export class ServiceApp extends App {
  constructor(props: AppProps = {}) {
    // In code and not in cdk.json, because the tests and the local cloud run the app without it.
    super({ ...props, context: { ...recommendedFlags, ...props.context } });
    Validations.of(this).addPlugins(new AwsSolutionsChecks(this));
  }

  addStage(stage: StageConfig): ServiceStack {
    const scope = new Stage(this, stage.name);
    const domain = domainOf(stage);
    if (domain !== null) checkDomain(stage, domain);
    const service = new ServiceStack(scope, 'Service', stage);
    // First, because the stage leads its address to the edge and asks for its secret.
    if (domain?.edge !== undefined)
      service.addStackDependency(new EdgeStack(scope, 'Edge', stage, domain, domain.edge));
    return service;
  }

  /** The role that deploys the stage; null when nobody does. Its id keeps `STAGE/*` from selecting it. */
  addDelivery(stage: DeployedStage): DeliveryStack | null {
    if (stage.delivery === undefined) return null;
    return new DeliveryStack(new Stage(this, `${stage.name}-delivery`), 'Delivery', stage, stage.delivery);
  }
}
