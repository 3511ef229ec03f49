import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CorsHttpMethod, HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { StageConfig } from '../stages.ts';
import type { ServiceFunction } from './service-function.ts';
import { ServiceLogGroup } from './service-log-group.ts';

/** No address, no query, no path: a query holds what partners search for, and a path may hold a token. */
const accessLog = AccessLogFormat.custom(
  JSON.stringify({
    request_id: '$context.requestId',
    time: '$context.requestTimeEpoch',
    method: '$context.httpMethod',
    route: '$context.routeKey',
    status: '$context.status',
    response_bytes: '$context.responseLength',
    latency_ms: '$context.responseLatency',
    integration_status: '$context.integrationStatus',
    integration_latency_ms: '$context.integrationLatency',
    integration_error: '$context.integrationErrorMessage',
  }),
);

/** The public HTTP API. */
export class Api extends Construct {
  readonly api: HttpApi;

  /** @param origins the browser origins that may call it */
  constructor(scope: Construct, id: string, stage: StageConfig, origins: readonly string[]) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: `swift-worker-${stage.name}`,
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: [...origins],
        allowMethods: [
          CorsHttpMethod.GET,
          CorsHttpMethod.POST,
          CorsHttpMethod.PATCH,
          CorsHttpMethod.DELETE,
          CorsHttpMethod.OPTIONS,
        ],
        allowHeaders: ['apikey', 'authorization', 'content-type', 'idempotency-key'],
        exposeHeaders: ['x-request-id', 'idempotent-replayed', 'ratelimit', 'ratelimit-policy', 'retry-after'],
        maxAge: Duration.minutes(stage.api.preflightMinutes),
      },
    });
    pinLogicalId(this.api, 'Api');
    const log = new ServiceLogGroup(this, 'AccessLog', stage);
    new HttpStage(this, 'Default', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: stage.api.requestsPerSecond, burstLimit: stage.api.burst },
      accessLogSettings: { destination: new LogGroupLogDestination(log), format: accessLog },
    });
  }

  /**
   * Leads every method of a path to a function.
   * @param path as API Gateway writes it, such as `/connect/{token}`
   * @param whyNoAuthorizer what stands in for an authorizer of API Gateway
   */
  addRoute(path: string, handler: ServiceFunction, whyNoAuthorizer: string): void {
    const routes = this.api.addRoutes({
      path,
      methods: [HttpMethod.ANY],
      integration: new HttpLambdaIntegration(`${handler.node.id}Integration`, handler.invoked),
    });
    for (const route of routes)
      Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: whyNoAuthorizer });
  }
}
