import { z } from 'zod';
import { defaultFormat } from '../http-api/access-log.ts';
import { createIdentity } from '../http-api/identity-sources.ts';
import type { CreatedResource } from '../intrinsics.ts';
import type { JsonObject } from '../template.ts';
import type { ApiParts, Creation } from './blueprint.ts';

const texts = z.array(z.string()).default([]);

// Properties that the local cloud does not support are refused, because the API would behave differently on AWS.
const Api = z.object({
  ProtocolType: z.literal('HTTP'),
  Body: z.undefined({ error: 'the local cloud does not read OpenAPI bodies' }).optional(),
  CorsConfiguration: z
    .strictObject({
      AllowOrigins: texts,
      AllowMethods: texts,
      AllowHeaders: texts,
      ExposeHeaders: texts,
      MaxAge: z.number().optional(),
      AllowCredentials: z.boolean().default(false),
    })
    .optional(),
});

const Integration = z.object({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-integration.html
  TimeoutInMillis: z.int().min(50).max(30_000).default(30_000),
});

const Route = z.object({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string().startsWith('integrations/'),
  AuthorizationType: z
    .enum(['NONE', 'CUSTOM'], { error: 'the local cloud authorizes routes by Lambda authorizers only' })
    .default('NONE'),
  AuthorizerId: z.string().optional(),
});

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-authorizer.html
const Authorizer = z
  .object({
    ApiId: z.string(),
    AuthorizerType: z.literal('REQUEST', { error: 'the local cloud has authorizers of type REQUEST only, not JWT' }),
    AuthorizerPayloadFormatVersion: z.literal('2.0'),
    AuthorizerUri: z.string(),
    AuthorizerCredentialsArn: z.undefined({ error: 'the local cloud does not assume a role to invoke an authorizer' }),
    AuthorizerResultTtlInSeconds: z.int().min(0).max(3600),
    EnableSimpleResponses: z.boolean().default(false),
    IdentitySource: texts,
  })
  .partial({ AuthorizerCredentialsArn: true })
  .refine(({ AuthorizerResultTtlInSeconds: ttl, IdentitySource }) => ttl === 0 || IdentitySource.length > 0, {
    error: 'an authorizer without identity sources keeps no answers: AuthorizerResultTtlInSeconds must be 0',
  });

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const authorizerTimeout = 10_000;

const Stage = z.object({
  ApiId: z.string(),
  StageName: z.literal('$default'),
  AccessLogSettings: z.object({ Format: z.string().optional() }).default({}),
});

/** The context of the creation of a part of an API. */
type Part = Pick<Creation, 'blueprint' | 'logicalId'>;

const partsOf = ({ blueprint, logicalId }: Part, apiId: string): ApiParts => {
  const parts = blueprint.apis.get(apiId);
  if (parts === undefined) throw new Error(`${logicalId} belongs to an API that does not exist: ${apiId}`);
  return parts;
};

export const createApi = (properties: JsonObject, { blueprint, logicalId, apiEndpoint }: Creation): CreatedResource => {
  if (blueprint.apis.size > 0) throw new Error(`${logicalId}: the local cloud has one address, for one HTTP API`);
  const { CorsConfiguration: cors } = Api.parse(properties);
  blueprint.apis.set(logicalId, {
    cors: cors === undefined ? undefined : { ...cors, MaxAge: cors.MaxAge },
    accessLogFormat: defaultFormat,
    integrations: new Map(),
    authorizers: new Map(),
    routes: [],
  });
  return { ref: logicalId, attributes: { ApiId: logicalId, ApiEndpoint: apiEndpoint } };
};

/** The function's ARN, from itself or from the ARN of its invocation by API Gateway. */
const functionArnOf = (uri: string): string => /arn:aws:lambda:[^/]*:function:[^/]+/.exec(uri)?.[0] ?? uri;

export const createIntegration = (properties: JsonObject, creation: Part): CreatedResource => {
  const { ApiId, IntegrationUri, TimeoutInMillis } = Integration.parse(properties);
  partsOf(creation, ApiId).integrations.set(creation.logicalId, {
    functionArn: functionArnOf(IntegrationUri),
    timeoutMilliseconds: TimeoutInMillis,
  });
  return { ref: creation.logicalId, attributes: { IntegrationId: creation.logicalId } };
};

export const createRoute = (properties: JsonObject, creation: Part): CreatedResource => {
  const { ApiId, RouteKey, Target, AuthorizationType, AuthorizerId } = Route.parse(properties);
  const integrationId = Target.slice('integrations/'.length);
  if (AuthorizationType === 'CUSTOM' && AuthorizerId === undefined) throw new Error('CUSTOM names no AuthorizerId');
  const { routes } = partsOf(creation, ApiId);
  const authorizerId = AuthorizationType === 'CUSTOM' ? AuthorizerId : undefined;
  routes.push({ routeKey: RouteKey, integrationId, ...(authorizerId === undefined ? {} : { authorizerId }) });
  return { ref: creation.logicalId, attributes: { RouteId: creation.logicalId } };
};

export const createAuthorizer = (properties: JsonObject, creation: Part): CreatedResource => {
  const wanted = Authorizer.parse(properties);
  const { logicalId: id } = creation;
  // An identity source that is not supported is refused here.
  createIdentity(wanted.IdentitySource);
  partsOf(creation, wanted.ApiId).authorizers.set(id, {
    id,
    functionArn: functionArnOf(wanted.AuthorizerUri),
    identitySources: wanted.IdentitySource,
    simpleResponses: wanted.EnableSimpleResponses,
    ttlSeconds: wanted.AuthorizerResultTtlInSeconds,
    timeoutMilliseconds: authorizerTimeout,
  });
  return { ref: id, attributes: { AuthorizerId: id } };
};

const DomainName = z.object({ DomainName: z.string() });

/** The local cloud's one address stands for every name. */
export const createDomainName = (properties: JsonObject, { apiEndpoint }: Creation): CreatedResource => ({
  ref: DomainName.parse(properties).DomainName,
  attributes: { RegionalDomainName: new URL(apiEndpoint).hostname, RegionalHostedZoneId: 'Z000000000000000000' },
});

export const createStage = (properties: JsonObject, creation: Creation): CreatedResource => {
  const { ApiId, AccessLogSettings } = Stage.parse(properties);
  partsOf(creation, ApiId).accessLogFormat = AccessLogSettings.Format ?? defaultFormat;
  return { ref: '$default', attributes: {} };
};
