import { App, PermissionsBoundary, Stage, Validations, type AppProps, type StageProps } from 'aws-cdk-lib/core';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';
import { checkDomain, domainOf } from './address.ts';
import { CopiesStack } from './copies-stack.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { checkDisasters } from './disasters.ts';
import { EdgeStack } from './edge-stack.ts';
import { checkHelp } from './portal/help.ts';
import { checkPortal } from './portal/own-portal.ts';
import { ReplicaStack } from './replica-stack.ts';
import { ServiceStack } from './service-stack.ts';
import { standbyOf } from './standby.ts';
import type { DeployedStage, StageConfig } from './stages.ts';

/** For each role of the stage. */
const boundaryOf = (stage: StageConfig): StageProps =>
  stage.name === 'local' || stage.permissionsBoundary === undefined
    ? {}
    : { permissionsBoundary: PermissionsBoundary.fromName(stage.permissionsBoundary) };

/**
 * The CDK app. A stage is one stack, with a second one for the edge in another region. An unacknowledged finding of
 * cdk-nag fails the synthesis.
 */
export class ServiceApp extends App {
  constructor(props: AppProps = {}) {
    // Not in cdk.json, which tests and the local cloud do not read.
    super({ ...props, context: { ...recommendedFlags, ...props.context } });
    Validations.of(this).addPlugins(new AwsSolutionsChecks(this));
  }

  addStage(stage: StageConfig): ServiceStack {
    const scope = new Stage(this, stage.name, boundaryOf(stage));
    const domain = domainOf(stage);
    if (domain !== null) checkDomain(stage, domain);
    if (stage.name !== 'local') checkDisasters(stage);
    if (stage.name !== 'local' && stage.portal !== undefined) checkPortal(stage, stage.portal);
    if (stage.name !== 'local') checkHelp(stage);
    const service = new ServiceStack(scope, 'Service', stage);
    if (stage.name !== 'local') this.#addCopies(scope, service, stage);
    if (stage.name !== 'local') this.#addEdge(scope, service, stage);
    if (stage.name !== 'local') this.#addStandby(scope, service, stage);
    return service;
  }

  /** What the stage keeps in other regions. It is deployed first: backups and the table's replica need it. */
  #addCopies(scope: Stage, service: ServiceStack, stage: DeployedStage): void {
    const { backup, replica } = stage;
    if (backup !== undefined) service.addStackDependency(new CopiesStack(scope, 'Copies', stage, backup));
    if (replica !== undefined) service.addStackDependency(new ReplicaStack(scope, 'Replica', stage, replica));
  }

  /** It is deployed first: the stage uses its record and its secret. A fail-over leaves it as it is. */
  #addEdge(scope: Stage, service: ServiceStack, { replicaTable, ...stage }: DeployedStage): void {
    const of = replicaTable?.of ?? stage;
    const domain = domainOf(of);
    if (domain?.edge !== undefined) service.addStackDependency(new EdgeStack(scope, 'Edge', of, domain, domain.edge));
  }

  /** It is deployed last, so that a version that the stage refused does not reach it. */
  #addStandby(scope: Stage, service: ServiceStack, stage: DeployedStage): void {
    const standby = standbyOf(stage);
    if (standby === null) return;
    const domain = domainOf(standby);
    if (domain !== null) checkDomain(standby, domain);
    new ServiceStack(scope, 'Standby', standby).addStackDependency(service);
  }

  /** The role that deploys the stage; null without delivery. `STAGE/*` does not select its id. */
  addDelivery(stage: DeployedStage): DeliveryStack | null {
    if (stage.delivery === undefined) return null;
    return new DeliveryStack(
      new Stage(this, `${stage.name}-delivery`, boundaryOf(stage)),
      'Delivery',
      stage,
      stage.delivery,
    );
  }
}
