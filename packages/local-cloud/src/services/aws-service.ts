import type { JsonObject } from './json-object.ts';

export type ServiceName =
  | 'codedeploy'
  | 'dynamodb'
  | 'sqs'
  | 's3'
  | 'kms'
  | 'cognito-idp'
  | 'secretsmanager'
  | 'ses'
  | 'lambda'
  | 'logs'
  | 'monitoring';

export interface AwsRequest {
  readonly service: ServiceName;
  /** Of HTTP. */
  readonly method: string;
  /** The API's name of the operation, such as `TransactWriteItems`. */
  readonly operation: string;
  /** The parsed body; empty for `lambda` and `s3`, whose body is the payload. */
  readonly input: JsonObject;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Path and query of the URL. Only REST services use it. */
  readonly path: string;
}

export interface AwsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** Called when the caller disconnected before the answer. */
  readonly undelivered?: () => void;
}

export type AwsService = (request: AwsRequest) => Promise<AwsAnswer>;

/** An error of a service, with the code of its API. */
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
