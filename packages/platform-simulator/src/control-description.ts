import { describePin } from './two-step.ts';
import { contactOf } from './conversations.ts';
import type { Message } from './conversations.ts';
import { redirectUrisOf } from './app.ts';
import { fieldsOf } from './number-fields.ts';
import type { Simulator } from './simulator.ts';
import type { PhoneNumber, Template, Waba } from './state.ts';
import { webhookFields } from './webhook-fields.ts';

/** The whole state, as `GET control_url` returns it. It has no token. */
export function describe(simulator: Simulator): unknown {
  const { state } = simulator.storage;
  return {
    app: describeApp(simulator),
    oldest_version: simulator.settings.oldestVersion,
    wabas: [...state.wabas.values()].map(describeWaba),
    numbers: [...state.numbers.values()].map((number) => describeNumber(simulator, number)),
    templates: [...state.templates.values()].map(describeTemplate),
    calls: simulator.calls.list(),
    messages: simulator.conversations.list().map(describeMessage),
  };
}

function describeApp(simulator: Simulator): unknown {
  const { app } = simulator.settings;
  return {
    id: simulator.appId,
    portfolio_id: simulator.portfolioId,
    config_id: simulator.configId,
    subscriptions: app.subscriptions ?? webhookFields,
    permissions: app.permissions,
    redirect_uris: redirectUrisOf(simulator),
    token_days: app.tokenDays,
  };
}

export function describeWaba(waba: Waba): unknown {
  return {
    ...waba.fields,
    id: waba.id,
    name: waba.name,
    portfolio_id: waba.portfolioId,
    refuses: waba.refuses,
    other_apps: waba.otherApps,
    health_errors: waba.healthErrors,
    subscribed: waba.subscribed,
    override_callback_uri: waba.overrideCallbackUri,
  };
}

export function describeNumber(simulator: Simulator, number: PhoneNumber): unknown {
  const told = [...fieldsOf(simulator, number)].map(([name, value]) => [name, value()] as const);
  return {
    ...Object.fromEntries(told),
    waba_id: number.wabaId,
    registered: number.registered,
    pin: describePin(number, simulator.now()),
    verification_code: number.verificationCode,
    hindrance: number.hindrance?.kind ?? null,
    synced: number.synced,
    data_localization_region: number.dataLocalizationRegion,
    username: number.username,
  };
}

export function describeTemplate({ fields, id, wabaId }: Template): unknown {
  return { ...fields, id, waba_id: wabaId };
}

function describeMessage({ id, numberId, direction, person, type, content, at, statuses }: Message): unknown {
  return {
    id,
    phone_number_id: numberId,
    direction,
    ...contactOf(person),
    type,
    ...(content === undefined ? {} : { [type]: content }),
    at: new Date(at).toISOString(),
    statuses,
  };
}
