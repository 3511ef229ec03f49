import { instanceWorker } from './wiring/instance-work.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { incidentReport } from '../runtime/incident-report.ts';
import { consoleLog } from '../runtime/logger.ts';
import { openPlatformApp } from '../runtime/platform-app.ts';
import { refreshInstances } from '../lines/refresh-instances.ts';

const { stage } = readEnvironment(process.env, ['stage']);
const region = readOptional(process.env, 'dataLocalizationRegion');
const app = openPlatformApp(process.env);
const reportIncident = incidentReport(consoleLog({ stage }));

export const handler = instanceWorker<'InstanceRefresh'>(process.env, (deps, until) => ({
  instanceWatch: (work) => refreshInstances({ ...deps, app, reportIncident, region }, work, until),
}));
