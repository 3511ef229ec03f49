import type { OutgoingHttpHeaders } from 'node:http';

/** `CorsConfiguration` of an `AWS::ApiGatewayV2::Api`. */
export interface CorsConfiguration {
  readonly AllowOrigins: readonly string[];
  readonly AllowMethods: readonly string[];
  readonly AllowHeaders: readonly string[];
  readonly ExposeHeaders: readonly string[];
  readonly MaxAge: number | undefined;
  readonly AllowCredentials: boolean;
}

const allows = ({ AllowOrigins }: CorsConfiguration, origin: string): boolean =>
  AllowOrigins.some((allowed) => {
    if (allowed === 'https://*' || allowed === 'http://*') return origin.startsWith(allowed.slice(0, -1));
    return allowed === '*' || allowed.toLowerCase() === origin.toLowerCase();
  });

/**
 * The CORS headers of a response to this origin; none unless the API allows the origin.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export const corsHeaders = (cors: CorsConfiguration, origin: string | undefined): OutgoingHttpHeaders => {
  if (origin === undefined || !allows(cors, origin)) return {};
  const everybody = cors.AllowOrigins.includes('*') && !cors.AllowCredentials;
  return {
    'access-control-allow-origin': everybody ? '*' : origin,
    ...(cors.AllowCredentials ? { 'access-control-allow-credentials': 'true' } : {}),
    ...(cors.ExposeHeaders.length > 0 ? { 'access-control-expose-headers': cors.ExposeHeaders.join(',') } : {}),
  };
};

/** The headers of the API's own answer to `OPTIONS`. */
export const preflightHeaders = (cors: CorsConfiguration, origin: string | undefined): OutgoingHttpHeaders => {
  const headers = corsHeaders(cors, origin);
  if (Object.keys(headers).length === 0) return {};
  return {
    ...headers,
    ...(cors.AllowMethods.length > 0 ? { 'access-control-allow-methods': cors.AllowMethods.join(',') } : {}),
    ...(cors.AllowHeaders.length > 0 ? { 'access-control-allow-headers': cors.AllowHeaders.join(',') } : {}),
    ...(cors.MaxAge === undefined ? {} : { 'access-control-max-age': String(cors.MaxAge) }),
  };
};

export const isCorsHeader = (name: string): boolean => name.toLowerCase().startsWith('access-control-');
