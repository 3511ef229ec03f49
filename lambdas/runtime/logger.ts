import { AsyncLocalStorage } from 'node:async_hooks';
import { isoOf } from '../kernel/time.ts';
import { awsMetadataOf } from './aws-metadata.ts';
import { systemClock } from './clock.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Log lines for CloudWatch, one JSON object each. Fields never contain a body, a token, a secret or contact data. */
export interface Log {
  readonly info: (message: string, fields?: Fields) => void;
  readonly warn: (message: string, fields?: Fields) => void;
  readonly error: (message: string, fields?: Fields) => void;
}

/** The most UTF-16 units of a text in a line. A text from outside may have any length. */
const mostOfText = 1_024;
const mostOfStack = 8_192;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

/** Other fields of an error are not logged: the SDK's errors contain the existing item. */
const printable = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value, mostOfText);
  if (!(value instanceof Error)) return value;
  const message = cut(value.message, mostOfText);
  // The stack begins with the message.
  const stack = value.stack?.replace(value.message, () => message);
  return {
    name: value.name,
    message,
    stack: stack === undefined ? stack : cut(stack, mostOfStack),
    aws: awsMetadataOf(value),
    cause: printable(value.cause),
  };
};

/** @param common fields of every line */
export const logger = (write: (line: string) => void, common: Fields): Log => {
  const line =
    (level: string) =>
    (message: string, fields: Fields = {}): void => {
      const shown: Record<string, unknown> = { level, message, ...common };
      for (const [name, value] of Object.entries(fields)) shown[name] = printable(value);
      write(JSON.stringify(shown));
    };
  return { info: line('INFO'), warn: line('WARN'), error: line('ERROR') };
};

/**
 * The id of the invocation's trace.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
const traceId = (): string | undefined => /Root=([^;]+)/.exec(process.env['_X_AMZN_TRACE_ID'] ?? '')?.[1];

let invocation: string | undefined;

/** @param requestId of the current invocation; an environment has one at a time */
export const correlate = (requestId: string): void => {
  invocation = requestId;
};

/** One piece of work among those of an invocation, with the id of the call to the API that began it, once that is known. */
export interface Piece {
  begunBy?: string;
}

const pieces = new AsyncLocalStorage<Piece>();

export const currentPiece = (): Piece | undefined => pieces.getStore();

/** Runs a piece of work. From when its call is known, each line of the work has that call's `request_id`. */
export const asOwnWork = <T>(work: () => Promise<T>): Promise<T> => pieces.run({}, work);

/** Tells the call that began the current piece of work. @param requestId null when it is not known */
export const begunBy = (requestId: string | null): void => {
  const piece = currentPiece();
  if (piece !== undefined && requestId !== null) piece.begunBy = requestId;
};

export const beginningCall = (): string | undefined => currentPiece()?.begunBy;

/**
 * Lambda logs each line of standard output as an event. It takes the level of a line only with a valid `timestamp`, and
 * INFO otherwise: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
export const consoleLog = (common: Fields): Log =>
  logger(
    (line) => {
      process.stdout.write(`${line}\n`);
    },
    // Getters, because the values change with each invocation.
    {
      ...common,
      get timestamp() {
        return isoOf(systemClock());
      },
      get function_request_id() {
        return invocation;
      },
      get trace_id() {
        return traceId();
      },
      get request_id() {
        return beginningCall();
      },
    },
  );
