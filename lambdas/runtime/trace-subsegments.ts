import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:dgram';
import type { Milliseconds } from '../kernel/time.ts';
import type { Environment } from './environment.ts';
import type { OwnedCall } from './spent.ts';

/** The trace of an invocation that is sampled. https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader */
const sampled = /^Root=(1-[0-9a-f]{8}-[0-9a-f]{24});Parent=([0-9a-f]{16});Sampled=1/;

const newSegmentId = (): string => randomBytes(8).toString('hex');

/** In seconds, as X-Ray has times. */
const secondsOf = (time: Milliseconds): number => time / 1_000;

const isOfAws = (service: string): boolean => service !== 'platform' && service !== 'endpoint';

/** A name may have no `*`, so what was asked for stands beside it. */
const subsegmentOf = ({ service, operation, made: { at, ms, attempts } }: OwnedCall, start: Milliseconds) => ({
  id: newSegmentId(),
  name: service,
  start_time: secondsOf(start + at),
  end_time: secondsOf(start + at + ms),
  ...(isOfAws(service)
    ? { namespace: 'aws', aws: { operation, retries: attempts - 1 } }
    : { namespace: 'remote', metadata: { default: { operation } } }),
});

/**
 * The calls that one call to the API began, as a subsegment of the invocation. A hundred calls take a third of the 64 kB that a
 * document may have. https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html
 */
const documentOf = (requestId: string | undefined, calls: readonly OwnedCall[], start: Milliseconds) => {
  const subsegments = calls.map((call) => subsegmentOf(call, start));
  return {
    id: newSegmentId(),
    type: 'subsegment',
    name: 'calls',
    start_time: Math.min(...subsegments.map(({ start_time: at }) => at)),
    end_time: Math.max(...subsegments.map(({ end_time: at }) => at)),
    ...(requestId !== undefined && { annotations: { request_id: requestId } }),
    subsegments,
  };
};

let socket: Socket | undefined;

const sendTo = (daemon: string, document: object): void => {
  const [host = '', port = ''] = daemon.split(':');
  // Few invocations are sampled, and the module takes milliseconds of a start.
  socket ??= process
    .getBuiltinModule('node:dgram')
    .createSocket('udp4')
    .on('error', () => undefined)
    .unref();
  // A document that is lost is missed in a picture alone.
  socket.send(`{"format":"json","version":1}\n${JSON.stringify(document)}`, Number(port), host, () => undefined);
};

/**
 * Sends an invocation's calls to X-Ray, where the invocation is sampled. Each has the `request_id` of the call to the API that began
 * it as an annotation, which every item and event carries that the call leads to: one filter finds the call, its background work
 * and its deliveries, in whichever traces they are.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html#xray-api-daemon
 */
export const sendSubsegments =
  (environment: Environment) =>
  (calls: readonly OwnedCall[], start: Milliseconds): void => {
    const { _X_AMZN_TRACE_ID: trace = '', AWS_XRAY_DAEMON_ADDRESS: daemon } = environment;
    const [, traceId, parentId] = sampled.exec(trace) ?? [];
    if (traceId === undefined || daemon === undefined) return;
    for (const [requestId, ofOne] of Map.groupBy(calls, ({ piece, begunBy }) => begunBy ?? piece?.begunBy))
      sendTo(daemon, { trace_id: traceId, parent_id: parentId, ...documentOf(requestId, ofOne, start) });
  };
