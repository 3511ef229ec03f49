/** Replaces `@aws-sdk/client-sqs` in the bundles, with the parts that the functions use. */
import type { JsonObject } from '../../kernel/json-object.ts';
import type { CallSettings } from '../aws-calls.ts';
import { Command, jsonService, type CallOptions, type JsonCall } from './json-service.ts';

const commandOf = (operation: string) =>
  class extends Command {
    readonly operation = operation;
  };

export const ChangeMessageVisibilityBatchCommand = commandOf('ChangeMessageVisibilityBatch');
export const DeleteMessageCommand = commandOf('DeleteMessage');
export const ReceiveMessageCommand = commandOf('ReceiveMessage');
export const SendMessageBatchCommand = commandOf('SendMessageBatch');
export const SendMessageCommand = commandOf('SendMessage');

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-json.html */
export class SQSClient {
  readonly #call: JsonCall;

  constructor(settings: CallSettings) {
    this.#call = jsonService({
      service: 'sqs',
      targetPrefix: 'AmazonSQS',
      contentType: 'application/x-amz-json-1.0',
      endpointVariable: 'AWS_ENDPOINT_URL_SQS',
      settings,
      refusals: {},
    });
  }

  send({ operation, input }: InstanceType<typeof SendMessageCommand>, options?: CallOptions): Promise<JsonObject> {
    return this.#call(operation, JSON.stringify(input), options);
  }
}
