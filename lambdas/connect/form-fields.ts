import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A form of the pages has a code and the message of a window at most. */
const longest = 65_536;

/** The fields of a form that was sent; none of a body that is none, or too long. */
export const fieldsOf = ({ headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2): URLSearchParams => {
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? '');
  if (!isForm || body.length > longest) return new URLSearchParams();
  return new URLSearchParams(isBase64Encoded ? Buffer.from(body, 'base64').toString() : body);
};
