const name = String.raw`/functions/[^/]+`;

/** The operations of Lambda that the local cloud has: https://docs.aws.amazon.com/lambda/latest/api/API_Operations.html */
const operations = [
  ['POST', `/2015-03-31${name}/invocations`, 'Invoke'],
  ['GET', `/2019-09-30${name}/concurrency`, 'GetFunctionConcurrency'],
  ['PUT', `/2017-10-31${name}/concurrency`, 'PutFunctionConcurrency'],
  ['GET', `/2015-03-31${name}/versions`, 'ListVersionsByFunction'],
  ['GET', `/2015-03-31${name}/aliases/[^/]+`, 'GetAlias'],
  ['PUT', `/2015-03-31${name}/aliases/[^/]+`, 'UpdateAlias'],
  ['GET', '/2015-03-31/event-source-mappings', 'ListEventSourceMappings'],
  ['PUT', '/2015-03-31/event-source-mappings/[^/]+', 'UpdateEventSourceMapping'],
] as const;

const patterns = operations.map(([method, path, operation]) => ({
  method,
  pattern: new RegExp(`^${path}/?$`),
  operation,
}));

export type LambdaOperation = (typeof operations)[number][2];

/** The API's name of the operation; `Unknown` for others. @param url path and query */
export const lambdaOperation = (method: string, url: string): LambdaOperation | 'Unknown' => {
  const { pathname } = new URL(url, 'http://localhost');
  const found = patterns.find((known) => known.method === method && known.pattern.test(pathname));
  return found?.operation ?? 'Unknown';
};
