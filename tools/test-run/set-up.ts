import { startDynamoDbLocal, type DynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';

/** The environment variable with the URL that answers with the endpoint of the test run's DynamoDB Local. */
export const dynamoDbLocalVariable = 'TEST_DYNAMODB_LOCAL';

let server: LoopbackServer | undefined;
let local: Promise<DynamoDbLocal> | undefined;

/**
 * Offers one DynamoDB Local to all suites of a test run, because a Java runtime takes seconds to start and is faster once
 * it is warm. The first request starts it, so that a run of suites without tables starts none.
 */
const offerDynamoDbLocal = async (): Promise<void> => {
  server = await startLoopbackServer({
    port: 0,
    handle: async (_, response) => {
      local ??= startDynamoDbLocal({ sharedDb: false });
      const { endpoint } = await local;
      response.end(endpoint);
    },
    log: (message) => {
      console.error(message);
    },
  });
  process.env[dynamoDbLocalVariable] = `http://127.0.0.1:${String(server.port)}`;
};
export default offerDynamoDbLocal;

export const stopDynamoDbLocal = async (): Promise<void> => {
  await server?.stop();
  const started = await local;
  await started?.stop();
};
