/**
 * What the functions use of `@aws-sdk/client-dynamodb`, `lib-dynamodb` and `util-dynamodb`, under the same names: it
 * takes their place in the bundles. See docs/adr/0014-lean-aws-calls.md.
 */
import { randomUUID } from 'node:crypto';
import { marshall, unmarshall } from './attributes.ts';
import { AwsServiceError, jsonService, type JsonCall } from './json-service.ts';

export { marshall, unmarshall };

type Fields = Readonly<Record<string, unknown>>;

export class ConditionalCheckFailedException extends AwsServiceError {
  /** In DynamoDB's own notation. */
  readonly Item: unknown = this.answer['Item'];
}
export class TransactionCanceledException extends AwsServiceError {
  readonly CancellationReasons: unknown = this.answer['CancellationReasons'];
}
export class TransactionConflictException extends AwsServiceError {}

const refusals: Readonly<Record<string, typeof AwsServiceError>> = {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
};

const refusal = (name: string, status: number, answer: Fields): Error =>
  new (refusals[name] ?? AwsServiceError)(name, status, answer);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of requests and answers that hold attributes by their names; other ones are as they are on the way. */
const holding: ReadonlySet<string> = new Set([
  ...['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'],
  ...['Attributes', 'LastEvaluatedKey'],
]);
/** Those that hold lists of them. */
const listing: ReadonlySet<string> = new Set(['Keys', 'Items']);

type Convert = (item: Fields) => Fields;

const converted = (value: unknown, convert: Convert): unknown => {
  if (Array.isArray(value)) return value.map((one) => converted(one, convert));
  if (!isFields(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (holding.has(name) && isFields(inner)) fields[name] = convert(inner);
    else if (listing.has(name) && Array.isArray(inner)) fields[name] = inner.filter(isFields).map(convert);
    else fields[name] = converted(inner, convert);
  }
  return fields;
};

/** A BatchGetItem's items stand by the name of their table, without a field around them. */
const responses = (value: unknown): Fields =>
  Object.fromEntries(
    Object.entries(isFields(value) ? value : {}).map(([table, items]) => [
      table,
      Array.isArray(items) ? items.map(unmarshall) : items,
    ]),
  );

const answerOf = (answer: Fields): Fields => {
  const { Responses: found, ...rest } = answer;
  const fields = converted(rest, unmarshall);
  return isFields(fields) && found !== undefined
    ? { ...fields, Responses: responses(found) }
    : isFields(fields)
      ? fields
      : {};
};

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

/** Not by the classes' names, which minifying changes. */
const operations = new Map<unknown, string>([
  [BatchGetCommand, 'BatchGetItem'],
  [BatchWriteCommand, 'BatchWriteItem'],
  [DeleteCommand, 'DeleteItem'],
  [GetCommand, 'GetItem'],
  [PutCommand, 'PutItem'],
  [QueryCommand, 'Query'],
  [ScanCommand, 'Scan'],
  [TransactWriteCommand, 'TransactWriteItems'],
  [UpdateCommand, 'UpdateItem'],
]);

export class DynamoDBClient {
  readonly call: JsonCall;
  constructor({ maxAttempts = 3 }: { readonly maxAttempts?: number } = {}) {
    this.call = jsonService({
      service: 'dynamodb',
      targetPrefix: 'DynamoDB_20120810',
      contentType: 'application/x-amz-json-1.0',
      endpointVariable: 'AWS_ENDPOINT_URL_DYNAMODB',
      attempts: maxAttempts,
      refusal,
    });
  }
}

export class DynamoDBDocumentClient {
  readonly #client: DynamoDBClient;

  private constructor(client: DynamoDBClient) {
    this.#client = client;
  }

  static from(client: DynamoDBClient): DynamoDBDocumentClient {
    return new DynamoDBDocumentClient(client);
  }

  async send(command: Command): Promise<Fields> {
    const operation = operations.get(command.constructor);
    if (operation === undefined) throw new Error('a command that DynamoDB is not sent here');
    // So that sending a transaction again after a lost answer does not write twice.
    const token = operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID() } : {};
    const body = JSON.stringify(converted({ ...token, ...command.input }, marshall));
    return answerOf(await this.#client.call(operation, body));
  }
}
