import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { queueFor, type StartedFunctions } from '../lambda/start.ts';
import type { Blueprint } from '../resources/blueprint.ts';
import { region } from '../services/names.ts';
import type { Services } from '../services/services.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { MappingConfiguration } from './configuration.ts';
import { createStreamSource } from './dynamodb-stream.ts';
import type { EventSource } from './event-source.ts';
import { createQueueSource } from './sqs.ts';
import { connectStream } from './stream.ts';

export interface EventSourcesOptions extends StartedFunctions {
  readonly blueprint: Blueprint;
  readonly services: Services;
  readonly checkpoints: Checkpoints;
  /** The most environments of a function. */
  readonly environmentLimit: number;
  readonly log: (line: string) => void;
}

const createSource = (mapping: MappingConfiguration, options: EventSourcesOptions): EventSource => {
  const { blueprint, services, functions, credentialsOf, checkpoints, environmentLimit, log } = options;
  const lambda = functions.get(mapping.functionArn);
  const credentials = credentialsOf(lambda.configuration.name);
  if (blueprint.queueUrls.has(mapping.sourceArn)) {
    return createQueueSource({
      mapping,
      lambda,
      log,
      environmentLimit,
      queue: queueFor(mapping.sourceArn, credentials, options),
    });
  }
  const partitionKey = blueprint.partitionKeys.get(mapping.sourceArn);
  if (partitionKey === undefined) throw new Error(`${mapping.logicalId}: there is no source ${mapping.sourceArn}`);
  const client = new DynamoDBStreamsClient({ endpoint: services.endpoint, region, credentials });
  const failures =
    mapping.onFailureArn === undefined ? undefined : queueFor(mapping.onFailureArn, credentials, options);
  return createStreamSource({
    mapping,
    partitionKey,
    lambda,
    log,
    stream: connectStream(client, mapping.sourceArn),
    writes: services.tableWrites,
    checkpoint: checkpoints.of(mapping.logicalId, mapping.sourceArn),
    sendFailure: failures && ((body) => failures.send(body)),
  });
};

/** Starts the event source mappings that the template enables. @returns all mappings, by logical id */
export const startEventSources = (options: EventSourcesOptions): ReadonlyMap<string, EventSource> => {
  const sources = new Map<string, EventSource>();
  for (const mapping of options.blueprint.mappings) {
    const source = createSource(mapping, options);
    sources.set(mapping.logicalId, source);
    if (mapping.enabled) source.resume();
  }
  return sources;
};
