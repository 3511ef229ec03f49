import type { JsonObject } from './json-object.ts';

export type ServiceName = 'dynamodb' | 'sqs' | 'kms' | 'cognito-idp' | 'secretsmanager' | 'lambda' | 'logs';

export interface AwsRequest {
  readonly service: ServiceName;
  /** Of HTTP. */
  readonly method: string;
  /** As the API names it: `TransactWriteItems`. */
  readonly operation: string;
  /** The parsed body; empty for `lambda`, whose body is the payload. */
  readonly input: JsonObject;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Of the URL, with its query: only REST services say something in it. */
  readonly path: string;
}

export interface AwsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** Called when the caller was gone before it could be answered. */
  readonly undelivered?: () => void;
}

export type AwsService = (request: AwsRequest) => Promise<AwsAnswer>;

/** An error the service answers with, by the code its API documents. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'AwsError';
    this.code = code;
    this.status = status;
  }
}

/** An answer of the AWS JSON 1.1 protocol: dates as seconds since the epoch. */
export const jsonAnswer = (value: unknown): AwsAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
    const original = this[key];
    return original instanceof Date ? Math.floor(original.getTime() / 1000) : plain;
  }),
});
