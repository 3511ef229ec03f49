import { selectFields } from './fields.ts';
import { PlatformError, invalidParameter } from './errors.ts';
import { byPlace, pageOf } from './paging.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { freshId, templatesOf } from './state.ts';
import type { State, Template, TemplateFields, Waba } from './state.ts';

/** An approved name stays blocked after its deletion. */
const BLOCKED_MS = 30 * 86_400_000;
const DEFAULT_FIELDS = ['name', 'components', 'language', 'status', 'category'];
/** Fields that a template has only if it was given them. https://developers.facebook.com/docs/graph-api/reference/whats-app-business-hsm */
const WITHOUT_VALUE = [
  'previous_category',
  'correct_category',
  'sub_category',
  'message_send_ttl_seconds',
  'library_template_name',
  'degrees_of_freedom_spec',
  'last_updated_time',
];
const FILTERS = ['name', 'language', 'status', 'category'];

/** `GET /{waba}/message_templates?fields=…&limit=…&after=…` */
export function listTemplates(simulator: Simulator, call: GraphCall, waba: Waba): unknown {
  const templates = templatesOf(simulator.storage.state, waba.id).filter((template) =>
    FILTERS.every((name) => [undefined, template.fields[name]].includes(textOf(call, name))),
  );
  const { items, paging } = pageOf(
    simulator,
    call,
    templates,
    byPlace((template) => template.order),
  );
  const summary = summaryOf(call, templates);
  return {
    data: items.map((template) => readTemplate(call, template)),
    ...(paging ? { paging } : {}),
    ...(summary ? { summary } : {}),
  };
}

/** `summary=total_count,…` */
function summaryOf(call: GraphCall, templates: readonly Template[]): Record<string, unknown> | undefined {
  const asked = textOf(call, 'summary');
  if (asked === undefined) return undefined;
  const told = {
    total_count: templates.length,
    message_template_count: templates.length,
    message_template_limit: 250,
    are_translations_complete: true,
  };
  return Object.fromEntries(Object.entries(told).filter(([name]) => asked.split(',').includes(name)));
}

/** `GET /{template}?fields=…` */
export function readTemplate(call: GraphCall, template: Template): Record<string, unknown> {
  const fields = new Map<string, () => unknown>([
    ['id', () => template.id],
    ['quality_score', () => ({ score: 'UNKNOWN', date: 0 })],
    ['rejected_reason', () => 'NONE'],
    ['parameter_format', () => 'POSITIONAL'],
    ['cta_url_link_tracking_opted_out', () => false],
    ...WITHOUT_VALUE.map((name): [string, () => unknown] => [name, () => undefined]),
    ...Object.entries(template.fields).map(([name, value]): [string, () => unknown] => [name, () => value]),
  ]);
  return selectFields(call, 'WhatsAppMessageTemplate', fields, DEFAULT_FIELDS);
}

/** `POST /{waba}/message_templates {name, language, category, components, parameter_format?, message_send_ttl_seconds?}` */
export function createTemplate({ storage, now }: Simulator, call: GraphCall, waba: Waba): unknown {
  const name = textOf(call, 'name') ?? '';
  const language = textOf(call, 'language');
  const category = textOf(call, 'category');
  const components = listOf(call.parameters['components']);
  if (!/^[a-z0-9_]{1,512}$/.test(name)) {
    throw invalidParameter('Param name must have 1 to 512 lower-case letters, digits and underscores.');
  }
  if (language === undefined) throw invalidParameter('The parameter language is required.');
  if (category === undefined) throw invalidParameter('The parameter category is required.');
  if (components === undefined) throw invalidParameter('The parameter components is required.');
  checkName(storage.state, waba, name, now());
  const taken = templatesOf(storage.state, waba.id).some(
    ({ fields }) => fields.name === name && fields.language === language,
  );
  if (taken) {
    throw invalidParameter('Invalid parameter', {
      subcode: 2388024,
      userTitle: 'Content in This Language Already Exists',
      userMessage: `There is already ${language} content for this template.`,
    });
  }
  const template = putTemplate(storage.state, undefined, waba.id, {
    name,
    language,
    category,
    status: 'PENDING',
    components,
    ...formatAndTtlOf(call),
  });
  storage.changed();
  return { id: template.id, status: 'PENDING', category };
}

/**
 * What a template keeps of its creation beside what it must have. Formats are given in lower case as well, and read in upper case.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview
 */
function formatAndTtlOf(call: GraphCall): Record<string, unknown> {
  const format = textOf(call, 'parameter_format');
  const ttl = call.parameters['message_send_ttl_seconds'];
  return {
    ...(format === undefined ? {} : { parameter_format: format.toUpperCase() }),
    ...(ttl === undefined ? {} : { message_send_ttl_seconds: Number(ttl) }),
  };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/template-management */
function checkName(state: State, waba: Waba, name: string, now: number): void {
  state.blockedNames = state.blockedNames.filter(({ until }) => until > now);
  if (!state.blockedNames.some((blocked) => blocked.wabaId === waba.id && blocked.name === name)) return;
  throw new PlatformError(400, {
    code: 100,
    subcode: 2388023,
    message: 'Invalid parameter',
    isTransient: false,
    userTitle: 'Message template language is being deleted',
    userMessage: 'New content cannot be added while the existing content is being deleted.',
  });
}

/** `POST /{template} {components?, category?}`: the template is reviewed again. */
export function updateTemplate({ storage }: Simulator, call: GraphCall, template: Template): unknown {
  const category = textOf(call, 'category');
  const components = listOf(call.parameters['components']);
  if (category === undefined && components === undefined) {
    throw invalidParameter('One of the parameters components and category is required.');
  }
  template.fields = {
    ...template.fields,
    ...(category === undefined ? {} : { category }),
    ...(components === undefined ? {} : { components }),
    status: 'PENDING',
  };
  storage.changed();
  return { success: true, id: template.id, name: template.fields.name, category: template.fields.category };
}

/** `DELETE /{waba}/message_templates?name=…&hsm_id=…`: deletes the template with the id; without an id, every language of the name. */
export function deleteTemplates({ storage, now }: Simulator, call: GraphCall, waba: Waba): unknown {
  const name = textOf(call, 'name');
  const id = textOf(call, 'hsm_id');
  if (name === undefined) throw invalidParameter('The parameter name is required.');
  const found = templatesOf(storage.state, waba.id).filter(
    (template) => template.fields.name === name && (id === undefined || template.id === id),
  );
  if (found.length === 0) {
    throw invalidParameter('Invalid parameter', { subcode: 2593002, userTitle: 'Message Template Not Found' });
  }
  for (const template of found) storage.state.templates.delete(template.id);
  if (found.some(({ fields }) => fields.status === 'APPROVED')) {
    storage.state.blockedNames.push({ wabaId: waba.id, name, until: now() + BLOCKED_MS });
  }
  storage.changed();
  return { success: true };
}

/** Creates or replaces the template with this id; without an id, it creates one. A replaced template keeps its place in lists. */
export function putTemplate(state: State, id: string | undefined, wabaId: string, fields: TemplateFields): Template {
  const known = id === undefined ? undefined : state.templates.get(id);
  const template: Template = {
    id: id ?? freshId(state),
    wabaId,
    order: known?.order ?? nextOrder(state),
    fields,
  };
  state.templates.set(template.id, template);
  return template;
}

function nextOrder(state: State): number {
  state.lastOrder += 1;
  return state.lastOrder;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
