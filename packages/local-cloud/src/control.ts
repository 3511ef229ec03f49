import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Blueprint } from './resources/blueprint.ts';
import type { EventSource } from './event-sources/event-source.ts';
import type { Functions } from './lambda/functions.ts';
import { answerInvoke, type InvokeEndpoint } from './lambda/invoke-endpoint.ts';
import type { FunctionLog } from './lambda/log.ts';
import { ControlError, readControl, refusesForeignSite } from '@swift-worker/loopback/control.ts';
import { sendJson } from '@swift-worker/loopback/exchange.ts';
import { answerManagement, type Management } from './lambda/management.ts';
import type { Schedules } from './schedules.ts';
import type { AcceptedMail } from './services/ses.ts';
import { mailRefusals, type MailRefusal } from './services/cognito.ts';

export interface Control extends InvokeEndpoint, Management {
  readonly schedules: Schedules;
  readonly resources: Blueprint['resources'];
  readonly issueToken: (email: string) => Promise<string>;
  readonly acceptedMails: () => readonly AcceptedMail[];
  readonly refuseMails: (refusal: MailRefusal | null) => void;
}

const describeMapping = ({ logicalId, functionName, sourceArn, enabled }: EventSource) => ({
  id: logicalId,
  function: functionName,
  source: sourceArn,
  enabled,
});

const switchMapping = async (mapping: EventSource, enabled: boolean): Promise<object> => {
  if (enabled) mapping.resume();
  else await mapping.pause();
  return describeMapping(mapping);
};

const logSearch = z.strictObject({
  from: z.number(),
  to: z.number(),
  /** Any of them stands in a line. */
  containing: z.array(z.string()),
  limit: z.number(),
});

/** The newest lines of functions that contain one of some texts. */
const searchLog = ({ lines }: FunctionLog, { from, to, containing, limit }: z.infer<typeof logSearch>): object =>
  lines
    .filter(({ at, text }) => {
      const time = Date.parse(at);
      return time >= from && time <= to && containing.some((part) => text.includes(part));
    })
    .slice(-limit)
    .map(({ at, functionName, text }) => ({ at, function: functionName, text }));

const kill = async (functions: Functions, name: string): Promise<object | undefined> => {
  const lambda = functions.find(name);
  return lambda === undefined ? undefined : { killed: await lambda.kill() };
};

/** `undefined`: not found. */
const perform = async (control: Control, request: IncomingMessage): Promise<object | undefined> => {
  const [, kind = '', name = '', verb = ''] = (request.url ?? '/').split('/').map(decodeURIComponent);
  switch (`${request.method ?? ''} ${kind}${name === '' ? '' : '/:name'}${verb === '' ? '' : `/${verb}`}`) {
    case 'GET mappings':
      return [...control.mappings.values()].map(describeMapping);
    case 'POST mappings/:name': {
      const mapping = control.mappings.get(name);
      const { enabled } = await readControl(request, z.strictObject({ enabled: z.boolean() }));
      return mapping === undefined ? undefined : switchMapping(mapping, enabled);
    }
    case 'GET resources':
      return control.resources;
    case 'GET schedules':
      return control.schedules.names;
    case 'POST schedules/:name/fire':
      if (!control.schedules.names.includes(name)) return undefined;
      control.schedules.fire(name);
      return { fired: name };
    case 'GET functions':
      return [...control.functions].map(({ configuration, running }) => ({ name: configuration.name, running }));
    case 'POST functions/:name/kill':
      return kill(control.functions, name);
    case 'POST logs':
      return searchLog(control.log, await readControl(request, logSearch));
    case 'POST token': {
      const { email } = await readControl(request, z.strictObject({ email: z.string() }));
      return { token: await control.issueToken(email) };
    }
    case 'GET mails':
      return control.acceptedMails();
    case 'POST mails': {
      const { refuse } = await readControl(request, z.strictObject({ refuse: z.enum(mailRefusals).nullable() }));
      control.refuseMails(refuse);
      return { refuse };
    }
    default:
      return undefined;
  }
};

/**
 * The control API: lists resources, enables and disables event source mappings, runs schedules, crashes functions, searches logs, issues tokens,
 * lists the mails that SES accepted, has the user pool refuse its own.
 */
export const answerControl = async (
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (refusesForeignSite(request, response) || (await answerInvoke(control, request, response))) return;
  if (await answerManagement(control, request, response)) return;
  try {
    const answer = await perform(control, request);
    if (answer === undefined) sendJson(response, 404, { error: 'There is no such control operation.' });
    else sendJson(response, 200, answer);
  } catch (error) {
    if (!(error instanceof ControlError) && request.url !== '/token') throw error;
    sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
};
