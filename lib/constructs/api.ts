import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
  type CorsPreflightOptions,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Duration, Lazy, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { domainOf } from '../address.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { Throttle } from '../open-routes.ts';
import type { StageConfig } from '../stages.ts';
import type { ServiceFunction } from './service-function.ts';
import { ServiceLogGroup } from './service-log-group.ts';

/** Without address, query and path: a query contains search terms, and a path may contain a token. */
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
    // Why a call did not reach its function, with an edge: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
    authorizer_error: '$context.authorizer.error',
  }),
);

const corsOf = (stage: StageConfig, origins: readonly string[]): CorsPreflightOptions => ({
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
});

/** The public HTTP API. */
export class Api extends Construct {
  readonly api: HttpApi;
  readonly defaultStage: HttpStage;
  /** The public base URL: `https://host`, without a path. */
  readonly baseUrl: string;
  readonly #integrations = new Map<ServiceFunction, HttpLambdaIntegration>();
  readonly #throttles = new Map<string, Throttle>();

  /**
   * @param origins the browser origins that may call the API; CORS is off without any
   * @param gate authorises requests of the edge; null when everybody may call
   */
  constructor(
    scope: Construct,
    id: string,
    stage: StageConfig,
    origins: readonly string[],
    gate: IHttpRouteAuthorizer | null,
  ) {
    super(scope, id);
    const domain = domainOf(stage);
    this.api = new HttpApi(this, 'Api', {
      apiName: `swift-worker-${stage.name}`,
      ...(domain?.directAccess === 'closed' ? { disableExecuteApiEndpoint: true } : {}),
      ...(gate === null ? {} : { defaultAuthorizer: gate }),
      createDefaultStage: false,
      ...(origins.length === 0 ? {} : { corsPreflight: corsOf(stage, origins) }),
    });
    pinLogicalId(this.api, 'Api');
    this.baseUrl = domain === null ? this.api.apiEndpoint : `https://${domain.name}`;
    const log = new ServiceLogGroup(this, 'AccessLog', stage);
    this.defaultStage = new HttpStage(this, 'Default', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: stage.api.requestsPerSecond, burstLimit: stage.api.burst },
      accessLogSettings: { destination: new LogGroupLogDestination(log), format: accessLog },
    });
    const { defaultChild } = this.defaultStage.node;
    if (!(defaultChild instanceof CfnStage)) throw new Error('the stage of the API has no resource');
    defaultChild.routeSettings = Lazy.any({ produce: () => this.#routeSettings() });
  }

  /**
   * Routes all methods of a path to a function.
   * @param path as API Gateway writes it, such as `/connect/{token}`
   * @param whyNoAuthorizer why the route needs no authorizer of API Gateway
   * @param throttle the route's own; without one it has that of the stage
   */
  addRoute(path: string, handler: ServiceFunction, whyNoAuthorizer: string, throttle?: Throttle): void {
    const routes = this.api.addRoutes({
      path,
      methods: [HttpMethod.ANY],
      integration: this.#integrationOf(handler),
    });
    for (const route of routes) {
      Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: whyNoAuthorizer });
      if (throttle !== undefined) this.#throttle(route, `${HttpMethod.ANY} ${path}`, throttle);
    }
  }

  /**
   * Routes all other paths to a function, because API Gateway's 404 response is not an error of the API. API Gateway still
   * answers preflight requests.
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
   */
  addDefaultRoute(handler: ServiceFunction, whyNoAuthorizer: string, throttle: Throttle): void {
    const route = new HttpRoute(this.api, 'DefaultRoute', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: this.#integrationOf(handler),
    });
    Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: whyNoAuthorizer });
    this.#throttle(route, HttpRouteKey.DEFAULT.key, throttle);
  }

  #throttle(route: HttpRoute, key: string, throttle: Throttle): void {
    this.#throttles.set(key, throttle);
    // API Gateway refuses the settings of a route that does not exist yet.
    this.defaultStage.node.addDependency(route);
  }

  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html */
  #routeSettings(): Readonly<Record<string, object>> {
    const settings: Record<string, object> = {};
    for (const [key, { requestsPerSecond, burst }] of this.#throttles) {
      settings[key] = { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst };
    }
    return settings;
  }

  #integrationOf(handler: ServiceFunction): HttpLambdaIntegration {
    const known = this.#integrations.get(handler);
    if (known !== undefined) return known;
    const integration = new HttpLambdaIntegration(`${handler.node.id}Integration`, handler.invoked);
    this.#integrations.set(handler, integration);
    return integration;
  }
}
