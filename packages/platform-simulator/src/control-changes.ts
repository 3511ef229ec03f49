import { ControlError } from '@swift-worker/loopback/control.ts';
import { describeNumber, describeTemplate, describeWaba } from './control-description.ts';
import type { NumberChange, TemplateChange, WabaChange } from './control-instructions.ts';
import { freshNumber } from './fresh-number.ts';
import type { Simulator } from './simulator.ts';
import { ensureWaba } from './state.ts';
import type { PhoneNumber } from './state.ts';
import { putTemplate } from './templates.ts';
import { changePin } from './two-step.ts';

export function changeWaba({ storage }: Simulator, change: WabaChange): unknown {
  const { id, portfolio, refuses, other_apps: otherApps, health_errors: healthErrors, ...fields } = change;
  const waba = ensureWaba(storage.state, id, portfolio);
  if (portfolio !== undefined && waba.portfolioId !== portfolio) {
    throw new ControlError('waba.portfolio: the business account belongs to another portfolio.');
  }
  if (refuses !== undefined) waba.refuses = refuses;
  if (otherApps !== undefined) waba.otherApps = otherApps;
  if (healthErrors !== undefined) waba.healthErrors = healthErrors;
  waba.fields = { ...waba.fields, ...fields };
  return describeWaba(waba);
}

export function changeNumber(simulator: Simulator, change: NumberChange): unknown {
  const { now, storage } = simulator;
  const { state } = storage;
  const { id, waba_id: wabaId, deleted, registered, webhook_configuration: webhook, ...more } = change;
  const { pin, hindrance, username, last_onboarded_time: onboarded, ...fields } = more;
  if (deleted === true) {
    state.numbers.delete(id);
    return null;
  }
  const number = state.numbers.get(id) ?? madeNumber(simulator, id, wabaId);
  if (wabaId !== undefined) number.wabaId = ensureWaba(state, wabaId).id;
  if (registered !== undefined) number.registered = registered;
  if (webhook !== undefined) number.overrideCallbackUri = webhook.phone_number === '' ? null : webhook.phone_number;
  if (pin !== undefined) changePin(number, pin, now());
  if (hindrance !== undefined) number.hindrance = hindrance === null ? null : { kind: hindrance, since: now() };
  if (username !== undefined) number.username = username;
  if (onboarded !== undefined) number.onboardedAt = Date.parse(onboarded.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  // A number on the business app needs no registration.
  const joins = fields['is_on_biz_app'] === true;
  if (joins && registered === undefined) number.registered = true;
  number.fields = { ...number.fields, ...(joins ? { status: 'CONNECTED' } : {}), ...fields };
  return describeNumber(simulator, number);
}

function madeNumber({ storage, now }: Simulator, id: string, wabaId: string | undefined): PhoneNumber {
  if (wabaId === undefined)
    throw new ControlError('number.id: there is no such number. waba_id is required to create it.');
  const number: PhoneNumber = { ...freshNumber(storage.state, wabaId), id, onboardedAt: now() };
  storage.state.numbers.set(id, number);
  return number;
}

export function changeTemplates(simulator: Simulator, changes: readonly TemplateChange[]): number {
  for (const change of changes) changeTemplate(simulator, change);
  return changes.length;
}

export function changeTemplate({ storage }: Simulator, change: TemplateChange): unknown {
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
