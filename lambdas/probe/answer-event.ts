import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { handshake } from '../callbacks/answer-callback.ts';
import { isSignedByPlatform } from '../domain/webhook/signature.ts';
import type { ProbeAccess } from './access.ts';

/** The probe's own endpoint: takes what is signed with the partner's secret, and keeps nothing of it. */
export const answerEvent = async (
  access: ProbeAccess | null,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> => {
  if (access === null) return { statusCode: 404 };
  const { webhook_secret: secret } = access;
  if (event.requestContext.http.method === 'GET') {
    return handshake({ appSecret: () => Promise.resolve(secret) }, event);
  }
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  return { statusCode: isSignedByPlatform(secret, body, event.headers['x-hub-signature-256']) ? 204 : 401 };
};
