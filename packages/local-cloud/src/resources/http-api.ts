import { z } from 'zod';
import { defaultFormat } from '../http-api/access-log.ts';
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
  AuthorizationType: z.literal('NONE').optional(),
});

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

export const createRoute = (properties: JsonObject, creation: Creation): CreatedResource => {
  const { ApiId, RouteKey, Target } = Route.parse(properties);
  const integrationId = Target.slice('integrations/'.length);
  partsOf(creation, ApiId).routes.push({ routeKey: RouteKey, integrationId });
  return { ref: creation.logicalId, attributes: { RouteId: creation.logicalId } };
};

export const createStage = (properties: JsonObject, creation: Creation): CreatedResource => {
  const { ApiId, AccessLogSettings } = Stage.parse(properties);
  partsOf(creation, ApiId).accessLogFormat = AccessLogSettings.Format ?? defaultFormat;
  return { ref: '$default', attributes: {} };
};
