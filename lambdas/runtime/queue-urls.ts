import { queueNames, type QueueName } from '../domain/work.ts';
import { queueVariable, readEnvironment } from './environment.ts';

/** The addresses of the queues of hints. @throws Error that names the missing variable */
export const readQueueUrls = (
  environment: Readonly<Record<string, string | undefined>>,
): ((queue: QueueName) => string) => {
  const urls = readEnvironment(environment, queueNames.map(queueVariable));
  return (queue) => urls[queueVariable(queue)];
};
