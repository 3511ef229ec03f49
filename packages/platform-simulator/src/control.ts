import type { IncomingMessage, ServerResponse } from 'node:http';
import { ControlError, readControl, refusesForeignSite } from '@swift-worker/loopback/control.ts';
import { sendJson } from '@swift-worker/loopback/exchange.ts';
import { usualApp } from './app-settings.ts';
import type { AppSettings } from './app-settings.ts';
import { changeNumber, changeTemplate, changeTemplates, changeWaba } from './control-changes.ts';
import { describe } from './control-description.ts';
import { Instructions } from './control-instructions.ts';
import type { AppChange, StatusChange, TokenChange } from './control-instructions.ts';
import { UnknownSample, replay } from './corpus.ts';
import { deliverToApp } from './delivery.ts';
import type { Routed } from './delivery.ts';
import { receiveMessage } from './incoming.ts';
import type { Received } from './incoming.ts';
import type { Delivery } from './outbound.ts';
import { usualDebugToken, usualOldestVersion } from './simulator.ts';
import type { Simulator } from './simulator.ts';
import { sendStatus } from './statuses.ts';

/** `GET` returns the whole state, `POST` changes it: see control-instructions.ts. */
export async function answerControl(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (refusesForeignSite(request, response)) return;
  try {
    if (request.method === 'GET') sendJson(response, 200, describe(simulator));
    else if (request.method === 'POST') {
      const instructions = await readControl(request, Instructions);
      sendJson(response, 200, { ok: true, ...(await apply(simulator, instructions)) });
    } else sendJson(response, 405, { error: 'Only GET and POST are supported.' }, { allow: 'GET, POST' });
  } catch (error) {
    if (error instanceof UnknownSample) sendJson(response, 400, { error: `corpus.file: ${error.message}.` });
    else if (error instanceof ControlError) sendJson(response, 400, { error: error.message });
    else throw error;
  }
}

interface Outcome {
  readonly number?: unknown;
  readonly waba?: unknown;
  readonly template?: unknown;
  readonly templates?: number;
  readonly callback?: Delivery;
  readonly corpus?: readonly Routed[];
  readonly message?: Received;
  readonly status?: readonly Routed[];
}

/** Instructions that may be refused are applied first, so that a refused call changes only the objects before the refused one. */
export async function apply(simulator: Simulator, instructions: Instructions): Promise<Outcome> {
  const { waba, template, templates, number, callback } = instructions;
  if (callback !== undefined && simulator.callbackUrl() === undefined) {
    throw new ControlError('callback: the app has no callback URL yet.');
  }
  const changed = {
    ...(waba === undefined ? {} : { waba: changeWaba(simulator, waba) }),
    ...(number === undefined ? {} : { number: changeNumber(simulator, number) }),
    ...(template === undefined ? {} : { template: changeTemplate(simulator, template) }),
    ...(templates === undefined ? {} : { templates: changeTemplates(simulator, templates) }),
  };
  misbehave(simulator, instructions);
  simulator.storage.changed();
  return { ...changed, ...(await send(simulator, instructions)) };
}

async function send(simulator: Simulator, { callback, corpus, message, status }: Instructions): Promise<Outcome> {
  return {
    ...(callback === undefined ? {} : { callback: await deliverToApp(simulator, callback) }),
    ...(corpus === undefined ? {} : { corpus: await replay(simulator, corpus) }),
    ...(message === undefined ? {} : { message: await receiveMessage(simulator, message) }),
    ...(status === undefined ? {} : { status: await changeStatus(simulator, status) }),
  };
}

function changeStatus(simulator: Simulator, change: StatusChange): Promise<readonly Routed[]> {
  const message = simulator.conversations.find(change.message_id);
  if (message?.direction !== 'out')
    throw new ControlError('status.message_id: there is no such message of the business.');
  return sendStatus(simulator, message, change.status, change.code);
}

function misbehave(simulator: Simulator, instructions: Instructions): void {
  const { faults, outcomes, usage, settings, calls } = simulator;
  const { fault, token, usage: reported, budget, debug_token: debugToken, app, app_secret: appSecret } = instructions;
  const { oldest_version: oldestVersion } = instructions;
  if (instructions.clear === true) {
    faults.clear();
    outcomes.clear();
    usage.clearReports();
    settings.debugToken = usualDebugToken;
    settings.app = usualApp;
    settings.oldestVersion = usualOldestVersion;
  }
  if (instructions.clear_calls === true) calls.clear();
  if (fault !== undefined) faults.add({ ...fault, delayMs: fault.delay_ms });
  if (instructions.outcome !== undefined) outcomes.add(instructions.outcome);
  if (reported !== undefined) {
    const { waba_id: wabaId, call_count: callCount, ...report } = reported;
    usage.report(wabaId, callCount === null ? null : { ...report, call_count: callCount });
  }
  if (budget !== undefined) usage.setBudget(budget.waba_id, budget.calls_per_hour);
  if (appSecret !== undefined) settings.appSecret = appSecret;
  if (oldestVersion !== undefined) settings.oldestVersion = oldestVersion;
  if (app !== undefined) settings.app = changedApp(settings.app, app);
  if (debugToken !== undefined) {
    const { target_ids: targetIds, manage_events: manageEvents } = debugToken;
    settings.debugToken = {
      targetIds: targetIds ?? settings.debugToken.targetIds,
      manageEvents: manageEvents ?? settings.debugToken.manageEvents,
    };
  }
  if (token !== undefined) endTokens(simulator, token);
}

function changedApp(app: AppSettings, change: AppChange): AppSettings {
  return {
    subscriptions: change.subscriptions === undefined ? app.subscriptions : change.subscriptions,
    permissions: change.permissions ?? app.permissions,
    redirectUris: change.redirect_uris === undefined ? app.redirectUris : change.redirect_uris,
    tokenDays: change.token_days === undefined ? app.tokenDays : change.token_days,
  };
}

function endTokens({ storage }: Simulator, { expire, uninstalled, waba_id: wabaId, portfolio }: TokenChange): void {
  const { tokens, wabas } = storage.state;
  const ofWaba = wabaId === undefined ? undefined : (wabas.get(wabaId)?.portfolioId ?? 'none');
  for (const token of tokens.values()) {
    if ([undefined, token.portfolioId].includes(portfolio) && [undefined, token.portfolioId].includes(ofWaba)) {
      if (expire !== undefined) token.ended = expire ? 'expired' : null;
      if (uninstalled !== undefined) token.ended = uninstalled ? 'uninstalled' : null;
    }
  }
}
