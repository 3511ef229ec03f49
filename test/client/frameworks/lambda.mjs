// A function URL and a REST API, as AWS describes their events, in front of the handler.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening, receiver } from './receiver.mjs';

export const handler = receiver.lambda;

const version2 = ({ method, headers }, { pathname, search }, body) => ({
  version: '2.0',
  rawPath: pathname,
  rawQueryString: search.slice(1),
  headers,
  requestContext: { http: { method, path: pathname } },
  body: body.toString('base64'),
  isBase64Encoded: true,
});
const version1 = ({ method, headers }, { pathname, searchParams }, body) => ({
  httpMethod: method,
  path: pathname,
  headers,
  queryStringParameters: searchParams.size === 0 ? null : Object.fromEntries(searchParams),
  body: body.toString(),
  isBase64Encoded: false,
});

const eventOf = process.argv[2] === 'v1' ? version1 : version2;
const server = createServer(async (request, response) => {
  const event = eventOf(request, new URL(request.url, 'http://localhost'), await buffer(request));
  const { statusCode, headers, body } = await handler(event, {});
  response.writeHead(statusCode, headers).end(body);
}).listen(0, '127.0.0.1', () => listening(server.address().port));
