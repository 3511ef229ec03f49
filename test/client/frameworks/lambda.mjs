// A function URL, a REST API and a load balancer, as AWS describes their events, in front of the handler.
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

const listsOf = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
// https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html
const ofLoadBalancer = ({ method, headers }, { pathname, search }, body) => ({
  requestContext: {
    elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/hooks/6d0e' },
  },
  httpMethod: method,
  path: pathname,
  queryStringParameters: Object.fromEntries(
    search
      .slice(1)
      .split('&')
      .filter(Boolean)
      .map((pair) => pair.split('=')),
  ),
  headers,
  body: body.toString(),
  isBase64Encoded: false,
});
const withLists = (...asked) => {
  const { queryStringParameters, headers, ...event } = ofLoadBalancer(...asked);
  const multiValueQueryStringParameters = listsOf(queryStringParameters);
  return { ...event, multiValueQueryStringParameters, multiValueHeaders: listsOf(headers) };
};

const eventOf = { v1: version1, v2: version2, alb: ofLoadBalancer, lists: withLists }[process.argv[2]];
const server = createServer(async (request, response) => {
  const event = eventOf(request, new URL(request.url, 'http://localhost'), await buffer(request));
  const { statusCode, headers, multiValueHeaders, body } = await handler(event, {});
  response.writeHead(statusCode, event.headers ? headers : multiValueHeaders).end(body);
}).listen(0, '127.0.0.1', () => listening(server.address().port));
