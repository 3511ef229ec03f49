import type { ServiceName } from './aws-service.ts';
import type { Units } from './metering.ts';

/** One call of an AWS service. */
interface Call {
  readonly service: ServiceName;
  /** The API's name of the operation, such as `TransactWriteItems`. */
  readonly operation: string;
  /** The actions that it needed, such as `dynamodb:PutItem`, each once. */
  readonly actions: readonly string[];
  /** The ARNs of the resources that it needed, each once. */
  readonly resources: readonly string[];
  readonly accessKeyId: string;
  /** HTTP status; 0: the caller got no answer. */
  readonly status: number;
  /** The code of an error. */
  readonly error: string | undefined;
  /** The time of the call, in milliseconds of `performance.now()`. Calls that overlap ran concurrently. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
  /** Consumed capacity; undefined while metering is off, and for other services than DynamoDB. */
  readonly units: Units | undefined;
}

interface CallFilter {
  readonly service?: ServiceName;
  readonly operation?: string;
  readonly accessKeyId?: string;
}

export interface CallLog {
  /** In the order of their ends. Only the last 50,000 are kept. */
  list(filter?: CallFilter): readonly Call[];
  clear(): void;
  /** Metering reads items before and after each call, so there may be only one caller at a time. */
  meter(on: boolean): void;
}

const limit = 50_000;

export interface CallRecorder extends CallLog {
  readonly metering: boolean;
  record(call: Call): void;
}

export const createCallLog = (): CallRecorder => {
  let calls: Call[] = [];
  let metering = false;
  return {
    get metering() {
      return metering;
    },
    record: (call) => {
      // Cut at twice the limit, so that not every call copies the list.
      if (calls.length >= 2 * limit) calls = calls.slice(-limit);
      calls.push(call);
    },
    list: (filter = {}) =>
      calls
        .slice(-limit)
        .filter(
          (call) =>
            (filter.service === undefined || filter.service === call.service) &&
            (filter.operation === undefined || filter.operation === call.operation) &&
            (filter.accessKeyId === undefined || filter.accessKeyId === call.accessKeyId),
        ),
    clear: () => {
      calls = [];
    },
    meter: (on) => {
      metering = on;
    },
  };
};
