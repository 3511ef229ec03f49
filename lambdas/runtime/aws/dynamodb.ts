/**
 * What the functions use of `@aws-sdk/client-dynamodb` and `lib-dynamodb`, under the same names: it takes their place
 * in the bundles. See docs/adr/0017-calling-aws.md.
 */
import { randomUUID } from 'node:crypto';
import { marshall, unmarshall, type marshallOptions, type unmarshallOptions } from '@aws-sdk/util-dynamodb';
import type { CallSettings } from '../aws-calls.ts';
import {
  answerPlaces,
  batchGetPlaces,
  batchWritePlaces,
  convertItems,
  isFields,
  requestPlaces,
  type Fields,
  type Places,
} from './item-places.ts';
import { AwsServiceError, jsonService, type CallOptions, type JsonCall } from './json-service.ts';
import { fromWire, toWire } from './wire-items.ts';

const existingItem = (item: unknown): Fields | undefined => (isFields(item) ? fromWire(item) : undefined);

const reasonOf = (reason: unknown): unknown =>
  isFields(reason) && isFields(reason['Item']) ? { ...reason, Item: fromWire(reason['Item']) } : reason;

export class ConditionalCheckFailedException extends AwsServiceError {
  /** In DynamoDB's own notation. */
  readonly Item = existingItem(this.answer['Item']);
}
export class TransactionCanceledException extends AwsServiceError {
  readonly CancellationReasons = Array.isArray(this.answer['CancellationReasons'])
    ? this.answer['CancellationReasons'].map(reasonOf)
    : undefined;
}
export class TransactionConflictException extends AwsServiceError {}

class Command {
  readonly input: Fields;
  constructor(input: Fields) {
    this.input = input;
  }
}
export class BatchGetCommand extends Command {}
export class BatchWriteCommand extends Command {}
export class DeleteCommand extends Command {}
export class GetCommand extends Command {}
export class PutCommand extends Command {}
export class QueryCommand extends Command {}
export class ScanCommand extends Command {}
export class TransactWriteCommand extends Command {}
export class UpdateCommand extends Command {}

interface Operation {
  readonly name: string;
  readonly places: Places;
}

/** Not by the classes' names, which minifying changes. */
const operations = new Map<unknown, Operation>([
  [BatchGetCommand, { name: 'BatchGetItem', places: batchGetPlaces }],
  [BatchWriteCommand, { name: 'BatchWriteItem', places: batchWritePlaces }],
  [DeleteCommand, { name: 'DeleteItem', places: requestPlaces }],
  [GetCommand, { name: 'GetItem', places: requestPlaces }],
  [PutCommand, { name: 'PutItem', places: requestPlaces }],
  [QueryCommand, { name: 'Query', places: requestPlaces }],
  [ScanCommand, { name: 'Scan', places: requestPlaces }],
  [TransactWriteCommand, { name: 'TransactWriteItems', places: requestPlaces }],
  [UpdateCommand, { name: 'UpdateItem', places: requestPlaces }],
]);

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

  async send(command: Command, options?: CallOptions): Promise<Fields> {
    const operation = operations.get(command.constructor);
    if (operation === undefined) throw new Error('a command that DynamoDB is not sent here');
    const { marshallOptions, unmarshallOptions } = this.#translation;
    // So that sending a transaction again after a lost answer does not write twice.
    const token = operation.name === 'TransactWriteItems' ? { ClientRequestToken: randomUUID() } : {};
    const input = { ...token, ...command.input };
    const request = convertItems(input, operation.places, (item) => toWire(marshall(item, marshallOptions)));
    const answer = await this.#call(operation.name, JSON.stringify(request), options);
    return convertItems(answer, answerPlaces, (item) => unmarshall(fromWire(item), unmarshallOptions));
  }
}
