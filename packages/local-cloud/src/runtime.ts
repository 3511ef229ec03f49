import { setTimeout as wait } from 'node:timers/promises';
import { answerControl } from './control.ts';
import type { Checkpoints } from './event-sources/checkpoints.ts';
import type { EventSource } from './event-sources/event-source.ts';
import { startEventSources } from './event-sources/start.ts';
import { answerFunctionUrls } from './lambda/function-url.ts';
import type { Functions } from './lambda/functions.ts';
import type { FunctionLog } from './lambda/log.ts';
import { startFunctions } from './lambda/start.ts';
import { createMonitoring } from './monitoring.ts';
import { startLoopbackServer, type Log } from '@swift-worker/loopback/server.ts';
import type { Blueprint } from './resources/blueprint.ts';
import { startSchedules, type Schedules } from './schedules.ts';
import type { MailRefusal } from './services/cognito.ts';
import type { Services } from './services/services.ts';
import type { Teardown } from './teardown.ts';

/** The parts of the template that run by themselves: event source mappings and schedules. */
export interface Runtime {
  readonly functions: Functions;
  /** By logical id. */
  readonly mappings: ReadonlyMap<string, EventSource>;
  readonly schedules: Schedules;
  readonly controlUrl: string;
}

export interface RuntimeOptions {
  readonly blueprint: Blueprint;
  readonly services: Services;
  readonly functionLog: FunctionLog;
  readonly caFile: string | undefined;
  readonly environmentLimit: number;
  readonly controlPort: number;
  readonly checkpoints: Checkpoints;
  readonly log: Log;
  readonly teardown: Teardown;
}

/** How long running work may take when everything stops. */
const drainMilliseconds = 2000;

export const startRuntime = async (options: RuntimeOptions): Promise<Runtime> => {
  const { blueprint, services, functionLog, log, teardown } = options;
  const started = startFunctions(options);
  const { functions, asynchronous, reserve } = started;
  teardown.add(async () => {
    await Promise.all([functions.stop(), asynchronous.stop()]);
  });
  const mappings = startEventSources({ ...started, ...options });
  teardown.add(async () => {
    const stopped = Promise.all([...mappings.values()].map((mapping) => mapping.stop()));
    const overdue = wait(drainMilliseconds, 'overdue' as const, { ref: false });
    if ((await Promise.race([stopped, overdue])) === 'overdue') await functions.stop();
    await stopped;
  });
  const schedules = startSchedules(blueprint.schedules, functions, asynchronous);
  teardown.add(schedules.stop);
  const control = {
    functions,
    asynchronous,
    mappings,
    resources: blueprint.resources,
    reserve,
    schedules,
    log: functionLog,
    issueToken: (email: string) => services.issueToken(email),
    acceptedMails: () => services.acceptedMails(),
    refuseMails: (refusal: MailRefusal | null) => {
      services.refuseMails(refusal);
    },
  };
  const server = await startLoopbackServer({
    port: options.controlPort,
    log,
    handle: (request, response) => answerControl(control, request, response),
  });
  teardown.add(server.stop);
  const controlUrl = `http://127.0.0.1:${server.port}`;
  services.setMonitoringBackend(
    createMonitoring({ ...services, alarms: blueprint.alarms, functions, log: functionLog, now: Date.now }),
  );
  services.setLambdaBackend(controlUrl);
  services.setFunctionUrlBackend(answerFunctionUrls(functions, blueprint.functionUrls));
  return { functions, mappings, schedules, controlUrl };
};
