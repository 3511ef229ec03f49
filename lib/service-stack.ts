import { CfnOutput, CfnParameter, SecretValue, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Variable } from '../lambdas/runtime/environment.ts';
import { Api } from './constructs/api.ts';
import { EncryptionKey } from './constructs/encryption-key.ts';
import { Identity } from './constructs/identity.ts';
import { PlatformApp, type PlatformFacts } from './constructs/platform-app.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { Storage } from './constructs/storage.ts';
import { localParameters, type LocalParameter } from './local-parameters.ts';
import type { StageConfig } from './stages.ts';

const dispatcherPath = '/functions/v1/swift-worker';

/** The whole service of one stage. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageConfig) {
    super(scope, id, {
      // Named, because the replica of a global table cannot take its key from a region that is not known yet.
      env: { region: stage.region },
      stackName: `swift-worker-${stage.name}`,
      description: `Partner customer and messaging-line management service, ${stage.name}`,
      terminationProtection: stage.data.deletionProtection,
      analyticsReporting: false,
      tags: { service: 'swift-worker', stage: stage.name },
    });
    const origins = stage.name === 'local' ? [this.#parameter(localParameters.consoleOrigin)] : stage.portalOrigins;
    const encryption = new EncryptionKey(this, 'Encryption', stage);
    const storage = new Storage(this, 'Storage', stage, encryption.key);
    const identity = new Identity(this, 'Identity', stage, origins);
    const api = new Api(this, 'PublicApi', stage, origins);
    const platform = new PlatformApp(this, 'Platform', stage, this.#platformFacts(stage));
    const shared = { stage: stage.name, tableName: storage.table.tableName };

    const dispatcher = new ServiceFunction(this, 'Dispatcher', {
      stage,
      description: 'Answers every call of partners and members',
      entry: 'lambdas/api/handler.ts',
      size: stage.dispatcher,
      environment: {
        ...shared,
        ...this.#memberVerification(stage, identity),
        memberClientId: identity.portalClient.userPoolClientId,
        keyId: encryption.key.keyId,
        rateScale: String(stage.rateScale),
        graphUrl: platform.environment.graphUrl,
        baseUrl: api.api.apiEndpoint,
      },
    });
    storage.grantReading(dispatcher);
    storage.grantCommitting(dispatcher);
    encryption.grantSealing(dispatcher, ['response']);
    encryption.grantOpening(dispatcher, ['response', 'platform_token']);
    api.addRoute(
      dispatcherPath,
      dispatcher,
      'The dispatcher itself tells partner keys and member tokens apart, checks them and answers with the errors of the interface.',
    );

    const connect = new ServiceFunction(this, 'Connect', {
      stage,
      description: 'Shows the pages on which end customers connect their numbers, and connects them',
      entry: 'lambdas/connect/handler.ts',
      size: stage.connect,
      environment: {
        ...shared,
        ...platform.environment,
        keyId: encryption.key.keyId,
        baseUrl: api.api.apiEndpoint,
      },
    });
    storage.grantReading(connect);
    storage.grantCommitting(connect);
    encryption.grantSealing(connect, ['platform_token', 'number_pin']);
    encryption.grantOpening(connect, ['platform_token', 'number_pin', 'verify_token']);
    platform.grantReadingSecret(connect);
    api.addRoute(
      '/connect/{proxy+}',
      connect,
      'Whoever has a link is who it was made for: its random token opens the one session, and nothing without it.',
    );

    const operator = new ServiceFunction(this, 'Operator', {
      stage,
      description: 'Answers the commands of the service operator; invoked by IAM only',
      entry: 'lambdas/operator/handler.ts',
      size: stage.operator,
      environment: { ...shared, memberPoolId: identity.pool.userPoolId },
    });
    storage.grantReading(operator);
    storage.grantCommitting(operator);
    identity.grantMemberAdministration(operator);

    this.#output('ApiUrl', `${api.api.apiEndpoint}${dispatcherPath}`);
    this.#output('TableName', storage.table.tableName);
    this.#output('UserPoolId', identity.pool.userPoolId);
    this.#output('PortalClientId', identity.portalClient.userPoolClientId);
    this.#output('PlatformAppSecretArn', platform.secret.secretArn);
    this.#output('OperatorFunctionName', operator.function.functionName);
  }

  /** How the dispatcher checks a member's token: by the pool's address, or by what the local cloud hands in. */
  #memberVerification(stage: StageConfig, identity: Identity): Partial<Record<Variable, string>> {
    return stage.name === 'local'
      ? {
          memberIssuer: this.#parameter(localParameters.memberIssuer),
          memberJwks: this.#parameter(localParameters.memberJwks),
        }
      : { memberIssuer: identity.issuer, memberJwksUri: identity.jwksUri };
  }

  #platformFacts(stage: StageConfig): PlatformFacts {
    if (stage.name !== 'local') {
      return { graphUrl: stage.graphUrl, dialogUrl: stage.dialogUrl, appId: stage.platformAppId };
    }
    const secret = new CfnParameter(this, localParameters.platformAppSecret, { noEcho: true });
    return {
      graphUrl: this.#parameter(localParameters.graphUrl),
      dialogUrl: this.#parameter(localParameters.dialogUrl),
      appId: this.#parameter(localParameters.platformAppId),
      appSecret: SecretValue.cfnParameter(secret),
    };
  }

  #parameter(name: LocalParameter): string {
    return new CfnParameter(this, name).valueAsString;
  }

  #output(name: string, value: string): void {
    new CfnOutput(this, name, { value });
  }
}
