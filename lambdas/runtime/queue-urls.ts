import { queueNames, type QueueName } from '../kernel/work.ts';
import { queueVariable, readEnvironment, type Environment } from './environment.ts';

/** The URLs of the queues of hints. @throws Error that names the missing variable */
export const readQueueUrls = (environment: Environment): ((queue: QueueName) => string) => {
  const urls = readEnvironment(environment, queueNames.map(queueVariable));
  return (queue) => urls[queueVariable(queue)];
};
