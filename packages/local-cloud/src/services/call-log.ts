import type { ServiceName } from './aws-service.ts';
import type { Units } from './metering.ts';

/** One call of an AWS service. */
interface Call {
  readonly service: ServiceName;
  /** As the API names it: `TransactWriteItems`. */
  readonly operation: string;
  /** The permissions it needed, `dynamodb:PutItem` and its like, each once. */
  readonly actions: readonly string[];
  /** The ARNs they were needed on, each once. */
  readonly resources: readonly string[];
  readonly accessKeyId: string;
  /** HTTP status; 0: the caller got no answer. */
  readonly status: number;
  /** The code of an error. */
  readonly error: string | undefined;
  /** When it came, in milliseconds on the clock of `performance.now()`: calls that overlap ran side by side. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
  /** Capacity consumed; undefined while metering is off, and for what is not DynamoDB. */
  readonly units: Units | undefined;
}

interface CallFilter {
  readonly service?: ServiceName;
  readonly operation?: string;
  readonly accessKeyId?: string;
}

export interface CallLog {
  /** In the order they ended. Only the last 50,000 are kept. */
  list(filter?: CallFilter): readonly Call[];
  clear(): void;
  /** Metering reads items before and after each call: for measuring, one caller at a time. */
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
      // Twice the limit between two cuts, so that a call costs no copy.
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
