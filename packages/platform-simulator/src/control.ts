import type { IncomingMessage, ServerResponse } from 'node:http';
import { ControlError, readControl } from '@swift-worker/loopback/control.ts';
import { sendJson } from '@swift-worker/loopback/exchange.ts';
import { Instructions } from './control-instructions.ts';
import type { NumberChange, TemplateChange } from './control-instructions.ts';
import { fieldsOf, freshNumber } from './numbers.ts';
import type { Delivery } from './outbound.ts';
import type { Simulator } from './simulator.ts';
import { ensureWaba } from './state.ts';
import type { PhoneNumber, Template } from './state.ts';
import { putTemplate } from './templates.ts';

/** `GET` returns the whole state, `POST` changes it: see control-instructions.ts. */
export async function answerControl(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method === 'GET') sendJson(response, 200, describe(simulator));
    else if (request.method === 'POST') {
      const instructions = await readControl(request, Instructions);
      sendJson(response, 200, { ok: true, ...(await apply(simulator, instructions)) });
    } else sendJson(response, 405, { error: 'Only GET and POST are supported.' }, { allow: 'GET, POST' });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    sendJson(response, 400, { error: error.message });
  }
}

function describe(simulator: Simulator): unknown {
  const { state } = simulator.storage;
  return {
    wabas: [...state.wabas.values()].map((waba) => ({
      id: waba.id,
      name: waba.name,
      subscribed: waba.subscribed,
      override_callback_uri: waba.overrideCallbackUri,
    })),
    numbers: [...state.numbers.values()].map((number) => describeNumber(simulator, number)),
    templates: [...state.templates.values()].map(describeTemplate),
    calls: simulator.calls.list(),
  };
}

function describeNumber(simulator: Simulator, number: PhoneNumber): unknown {
  const told = [...fieldsOf(simulator, number)].map(([name, value]) => [name, value()] as const);
  return { ...Object.fromEntries(told), waba_id: number.wabaId, registered: number.registered };
}

function describeTemplate({ fields, id, wabaId }: Template): unknown {
  return { ...fields, id, waba_id: wabaId };
}

interface Outcome {
  readonly number?: unknown;
  readonly template?: unknown;
  readonly templates?: number;
  readonly callback?: Delivery;
}

/** Instructions that may be refused are applied first, so that a refused call changes only the objects before the refused one. */
async function apply(simulator: Simulator, instructions: Instructions): Promise<Outcome> {
  const { template, templates, number, callback } = instructions;
  const url = simulator.callbackUrl();
  if (callback !== undefined && url === undefined) throw new ControlError('callback: the app has no callback URL yet.');
  const outcome = {
    ...(number === undefined ? {} : { number: changeNumber(simulator, number) }),
    ...(template === undefined ? {} : { template: changeTemplate(simulator, template) }),
    ...(templates === undefined ? {} : { templates: changeTemplates(simulator, templates) }),
  };
  misbehave(simulator, instructions);
  simulator.storage.changed();
  if (callback === undefined || url === undefined) return outcome;
  const body = typeof callback === 'string' ? callback : JSON.stringify(callback);
  return { ...outcome, callback: await simulator.outbound.deliver(url, body, simulator.settings.appSecret) };
}

function misbehave(simulator: Simulator, instructions: Instructions): void {
  const { storage, faults, usage, settings, calls } = simulator;
  const { fault, token, usage: reported, budget, debug_token: debugToken, app_secret: appSecret } = instructions;
  if (instructions.clear === true) {
    faults.clear();
    usage.clearReports();
    settings.tellTargetIds = true;
  }
  if (instructions.clear_calls === true) calls.clear();
  if (fault !== undefined) faults.add({ ...fault, delayMs: fault.delay_ms });
  if (reported !== undefined) {
    const { waba_id: wabaId, call_count: callCount, ...report } = reported;
    usage.report(wabaId, callCount === null ? null : { ...report, call_count: callCount });
  }
  if (budget !== undefined) usage.setBudget(budget.waba_id, budget.calls_per_hour);
  if (appSecret !== undefined) settings.appSecret = appSecret;
  if (debugToken !== undefined) settings.tellTargetIds = debugToken.target_ids;
  if (token !== undefined) {
    for (const known of storage.state.tokens.values()) {
      if (token.waba_id === undefined || token.waba_id === known.wabaId) known.ended = token.expire;
    }
  }
}

function changeNumber(simulator: Simulator, change: NumberChange): unknown {
  const { state } = simulator.storage;
  const { id, waba_id: wabaId, deleted, registered, webhook_configuration: webhook, ...fields } = change;
  if (deleted === true) {
    state.numbers.delete(id);
    return null;
  }
  const number = state.numbers.get(id) ?? madeNumber(simulator, id, wabaId);
  if (wabaId !== undefined) number.wabaId = ensureWaba(state, wabaId).id;
  if (registered !== undefined) number.registered = registered;
  if (webhook !== undefined) number.overrideCallbackUri = webhook.phone_number === '' ? null : webhook.phone_number;
  number.fields = { ...number.fields, ...fields };
  return describeNumber(simulator, number);
}

function madeNumber({ storage, now }: Simulator, id: string, wabaId: string | undefined): PhoneNumber {
  if (wabaId === undefined)
    throw new ControlError('number.id: there is no such number. waba_id is required to create it.');
  const number: PhoneNumber = { ...freshNumber(storage.state, wabaId), id, onboardedAt: now() };
  storage.state.numbers.set(id, number);
  return number;
}

function changeTemplates(simulator: Simulator, changes: readonly TemplateChange[]): number {
  for (const change of changes) changeTemplate(simulator, change);
  return changes.length;
}

function changeTemplate({ storage }: Simulator, change: TemplateChange): unknown {
  const { state } = storage;
  const { id, waba_id: wabaId, deleted, ...given } = change;
  const known = id === undefined ? undefined : state.templates.get(id);
  if (deleted === true) {
    if (id !== undefined) state.templates.delete(id);
    return null;
  }
  const owner = wabaId ?? known?.wabaId;
  if (owner === undefined) throw new ControlError('template.waba_id: is required to create a template.');
  const template = putTemplate(state, id, ensureWaba(state, owner).id, {
    ...given,
    name: given.name ?? known?.fields.name ?? `template_${id ?? state.templates.size + 1}`,
    language: given.language ?? known?.fields.language ?? 'en',
    category: given.category ?? known?.fields.category ?? 'UTILITY',
    status: given.status ?? known?.fields.status ?? 'APPROVED',
    components: given.components ?? known?.fields.components ?? [{ type: 'BODY', text: 'Hello' }],
  });
  return describeTemplate(template);
}
