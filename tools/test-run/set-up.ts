import path from 'node:path';
import {
  startDynamoDbLocal,
  type DynamoDbLocal,
  type DynamoDbLocalOptions,
} from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { hasGit } from '../harness/git.ts';

/** The environment variable with the URL that answers with the endpoint of the test run's DynamoDB Local. */
export const dynamoDbLocalVariable = 'TEST_DYNAMODB_LOCAL';

/** Programs that tests start load the same sources: the first one compiles them. https://nodejs.org/api/module.html#module-compile-cache */
const compileCache = path.join(import.meta.dirname, '../../node_modules/.cache/node');

let server: LoopbackServer | undefined;
let local: Promise<DynamoDbLocal> | undefined;

/**
 * Offers one DynamoDB Local to all suites of a test run, because a Java runtime takes seconds to start and is faster once
 * it is warm. The first request starts it, so that a run of suites without tables starts none. Lets programs share compiled sources.
 */
export const setUp = async (options: Pick<DynamoDbLocalOptions, 'longRunning'>): Promise<void> => {
  process.env['NODE_COMPILE_CACHE'] ??= compileCache;
  server = await startLoopbackServer({
    port: 0,
    handle: async (_, response) => {
      local ??= startDynamoDbLocal({ sharedDb: false, ...options });
      const { endpoint } = await local;
      response.end(endpoint);
    },
    log: (message) => {
      console.error(message);
    },
  });
  process.env[dynamoDbLocalVariable] = `http://127.0.0.1:${String(server.port)}`;
};
const setUpTests = (): Promise<void> => {
  if (!hasGit)
    console.error('Left out: three tests of how releases are read from a repository, because there is no git.');
  return setUp({ longRunning: false });
};
export default setUpTests;

export const stopDynamoDbLocal = async (): Promise<void> => {
  await server?.stop();
  const started = await local;
  await started?.stop();
};
