import type { AwsRequest, ServiceName } from './aws-service.ts';
import { keyTexts } from './iam/dynamodb-access.ts';
import type { JsonObject } from './json-object.ts';

interface FaultMatch {
  readonly service?: ServiceName;
  /** The API's name of the operation, such as `TransactWriteItems`. */
  readonly operation?: string;
  readonly accessKeyId?: string;
  /** A prefix of a key of one of the items that a DynamoDB request names. */
  readonly keyPrefix?: string;
}

export type FaultEffect =
  /** The call is answered without being performed. `fields` are added to the body, such as the reasons of a cancelled transaction. */
  | {
      readonly kind: 'error';
      readonly code: string;
      readonly message?: string;
      readonly status?: number;
      readonly fields?: JsonObject;
    }
  /** Performed that much later. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Performed, and then the connection is cut. */
  | { readonly kind: 'lose-answer' }
  /** The connection is cut, and nothing performed. */
  | { readonly kind: 'cut' };

interface Fault {
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** How many matching calls pass first. Default: 0. */
  readonly skip?: number;
  /** How many calls it affects. Default: 1. */
  readonly times?: number;
}

interface InjectedFault {
  /** How many calls it affected so far. */
  readonly met: number;
  remove(): void;
}

export interface Faults {
  /** When several match, the fault that was injected first affects the call. */
  inject(fault: Fault): InjectedFault;
  clear(): void;
}

export interface FaultSource extends Faults {
  take(request: AwsRequest, accessKeyId: string): FaultEffect | undefined;
}

export const createFaults = (): FaultSource => {
  const active = new Set<{ fault: Fault; skipped: number; met: number }>();
  return {
    inject: (fault) => {
      const entry = { fault, skipped: 0, met: 0 };
      active.add(entry);
      return {
        get met() {
          return entry.met;
        },
        remove: () => {
          active.delete(entry);
        },
      };
    },
    clear: () => {
      active.clear();
    },
    take: (request, accessKeyId) => {
      for (const entry of active) {
        const { match, skip = 0, times = 1, effect } = entry.fault;
        if (!matches(match, request, accessKeyId)) continue;
        if (entry.skipped < skip) {
          entry.skipped += 1;
          continue;
        }
        entry.met += 1;
        if (entry.met >= times) active.delete(entry);
        return effect;
      }
      return undefined;
    },
  };
};

const matches = (match: FaultMatch, request: AwsRequest, accessKeyId: string): boolean => {
  const { service, operation, keyPrefix } = match;
  if (service !== undefined && service !== request.service) return false;
  if (operation !== undefined && operation !== request.operation) return false;
  if (match.accessKeyId !== undefined && match.accessKeyId !== accessKeyId) return false;
  return keyPrefix === undefined || keyTexts(request.operation, request.input).some((key) => key.startsWith(keyPrefix));
};
