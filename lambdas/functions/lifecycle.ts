import { instanceWorker } from './wiring/instance-work.ts';
import { laterNoticeMailer } from './wiring/later-mailer.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { incidentReport } from '../runtime/incident-report.ts';
import { consoleLog } from '../runtime/logger.ts';
import { noticeMailReport } from '../runtime/notice-mail-report.ts';
import { openPlatformApp } from '../runtime/platform-app.ts';
import { readNumberTerms } from '../runtime/sign-up.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { runners } from '../jobs/lifecycle-runners.ts';

const { stage, erasureQuiet } = readEnvironment(process.env, ['stage', 'erasureQuiet']);
const log = consoleLog({ stage });
const reportIncident = incidentReport(log);
const mailReport = noticeMailReport(log);
const mailer = laterNoticeMailer(process.env);
const app = openPlatformApp(process.env);
const terms = readNumberTerms(process.env);
const quiet = Number(erasureQuiet) * 1000;

export const handler = instanceWorker<'Lifecycle'>(process.env, (deps, until) =>
  runners({ ...deps, index: tableIndex(deps.table), quiet, app, terms, reportIncident, mailer, ...mailReport }, until),
);
