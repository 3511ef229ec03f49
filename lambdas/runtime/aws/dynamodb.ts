/**
 * Replaces `@aws-sdk/client-dynamodb` and `lib-dynamodb` in the bundles, with the parts that the functions use:
 * docs/adr/0017-calling-aws.md.
 */
import { randomUUID } from 'node:crypto';
import { marshall, unmarshall, type marshallOptions, type unmarshallOptions } from '@aws-sdk/util-dynamodb';
import { isJsonObject, type JsonObject } from '../../kernel/json-object.ts';
import type { CallSettings } from '../aws-calls.ts';
import {
  answerPlaces,
  batchGetPlaces,
  batchWritePlaces,
  convertItems,
  requestPlaces,
  type Places,
} from './item-places.ts';
import { AwsServiceError, Command, jsonService, type CallOptions, type JsonCall } from './json-service.ts';
import { fromWire, toWire } from './wire-items.ts';

const existingItem = (item: unknown): JsonObject | undefined => (isJsonObject(item) ? fromWire(item) : undefined);

const reasonOf = (reason: unknown): unknown =>
  isJsonObject(reason) && isJsonObject(reason['Item']) ? { ...reason, Item: fromWire(reason['Item']) } : reason;

export class ConditionalCheckFailedException extends AwsServiceError {
  /** Marshalled. */
  readonly Item = existingItem(this.answer['Item']);
}
export class TransactionCanceledException extends AwsServiceError {
  readonly CancellationReasons = Array.isArray(this.answer['CancellationReasons'])
    ? this.answer['CancellationReasons'].map(reasonOf)
    : undefined;
}
export class TransactionConflictException extends AwsServiceError {}

const commandOf = (operation: string, places: Places = requestPlaces) =>
  class extends Command {
    readonly operation = operation;
    readonly places = places;
  };

export const BatchGetCommand = commandOf('BatchGetItem', batchGetPlaces);
export const BatchWriteCommand = commandOf('BatchWriteItem', batchWritePlaces);
export const DeleteCommand = commandOf('DeleteItem');
export const GetCommand = commandOf('GetItem');
export const PutCommand = commandOf('PutItem');
export const QueryCommand = commandOf('Query');
export const ScanCommand = commandOf('Scan');
export const TransactWriteCommand = commandOf('TransactWriteItems');
export const UpdateCommand = commandOf('UpdateItem');

export class DynamoDBClient {
  readonly call: JsonCall;

  constructor(settings: CallSettings) {
    this.call = jsonService({
      service: 'dynamodb',
      targetPrefix: 'DynamoDB_20120810',
      contentType: 'application/x-amz-json-1.0',
      endpointVariable: 'AWS_ENDPOINT_URL_DYNAMODB',
      settings,
      refusals: { ConditionalCheckFailedException, TransactionCanceledException, TransactionConflictException },
    });
  }
}

interface Translation {
  readonly marshallOptions?: marshallOptions;
  readonly unmarshallOptions?: unmarshallOptions;
}

export class DynamoDBDocumentClient {
  readonly #call: JsonCall;
  readonly #translation: Translation;

  private constructor({ call }: DynamoDBClient, translation: Translation) {
    this.#call = call;
    this.#translation = translation;
  }

  static from(client: DynamoDBClient, translation: Translation = {}): DynamoDBDocumentClient {
    return new DynamoDBDocumentClient(client, translation);
  }

  async send(command: InstanceType<typeof GetCommand>, options?: CallOptions): Promise<JsonObject> {
    const { operation, places } = command;
    const { marshallOptions, unmarshallOptions } = this.#translation;
    // A retry after a lost response does not write again.
    const token = operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID() } : {};
    const request = convertItems({ ...token, ...command.input }, places, (item) =>
      toWire(marshall(item, marshallOptions)),
    );
    const answer = await this.#call(operation, JSON.stringify(request), options);
    return convertItems(answer, answerPlaces, (item) => unmarshall(fromWire(item), unmarshallOptions));
  }
}
