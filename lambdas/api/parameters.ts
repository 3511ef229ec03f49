import * as z from 'zod/mini';
import type { Audience, Caller } from '../domain/access.ts';
import { mayFit } from '../domain/text.ts';
import { invalid, ServiceError, validationFailed } from '../kernel/errors.ts';
import { knownParameters } from './known-parameters.ts';
import type { Identified } from './authenticate.ts';
import type { Operation } from './operation.ts';
import type { Route } from './route.ts';
import type { Method, Parameters } from './request.ts';

/** The `route` value: of the query on GET, else of the query, the body or both. @throws ServiceError */
export const routeNameOf = (method: Method, query: Parameters, body: Parameters | null): string => {
  const inQuery = query['route'];
  const inBody = method === 'GET' ? undefined : body?.['route'];
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    throw new ServiceError('route_mismatch', 'route in the query must be equal to route in the body');
  }
  const name = inQuery ?? inBody;
  if (name === undefined) throw invalid('route', 'required', 'route is required');
  if (typeof name !== 'string') throw invalid('route', 'type', 'route must be of type string');
  return name;
};

/** The row of a name and a method. @throws ServiceError unknown_route with the methods of the route */
export const findRoute = (routes: ReadonlyMap<string, Route>, name: string, method: Method): Route => {
  const row = routes.get(name);
  if (row === undefined) {
    throw new ServiceError('unknown_route', 'route must be one of the routes of the service', {
      details: { methods: [] },
    });
  }
  if (!row.methods.includes(method)) {
    throw new ServiceError('unknown_route', `route ${row.route} is called with ${row.methods.join(', ')}`, {
      details: { methods: row.methods },
    });
  }
  return row;
};

const uuidForm = z.guid();

/** A UUID has 36 characters. A text that is much longer is not looked at. */
const lowerCase = (value: unknown): string | null =>
  typeof value === 'string' && mayFit(value, 36) ? value.trim().toLowerCase() : null;

const isUuid = (value: unknown): boolean => uuidForm.safeParse(lowerCase(value)).success;

/** A flag of the query as the body has it. Another text is left for the schema to refuse. */
const flagOf = (text: unknown): unknown => {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : text;
};

const shapeOf = ({ input }: Operation): Readonly<Record<string, z.core.$ZodType>> | null =>
  input instanceof z.ZodMiniObject ? input._zod.def.shape : null;

/**
 * Refuses a selector or filter of another route. Ignored, it would make a call answer for all records instead of some.
 * @throws ServiceError validation_failed
 */
export const refuseForeign = (
  operation: Operation,
  method: Method,
  query: Parameters,
  body: Parameters | null,
): void => {
  const shape = shapeOf(operation);
  if (shape === null) return;
  const inQuery = method === 'GET' ? Object.keys(shape) : (operation.selectors ?? []);
  const foreign = [
    ...Object.keys(query).filter((name) => !inQuery.includes(name)),
    // A null is no value.
    ...Object.keys(body ?? {}).filter((name) => !Object.hasOwn(shape, name) && body?.[name] !== null),
  ].filter((name) => knownParameters.has(name));
  const [first, ...rest] = Array.from(new Set(foreign), (path) => {
    const isMisplaced = Object.hasOwn(shape, path);
    const rule = 'not_for_this_route';
    return { path, rule, message: `${path} is not a parameter of this route${isMisplaced ? ' in the query' : ''}` };
  });
  if (first !== undefined) throw validationFailed([first, ...rest]);
};

/** A parameter as its schema reads it, without blanks around it and a UUID in lower case; as given when it is refused. */
const readBy = (operation: Operation, name: string, value: unknown): unknown => {
  const schema = shapeOf(operation)?.[name];
  const read = schema === undefined ? undefined : z.safeParse(schema, value);
  return read?.success === true ? (read.data ?? null) : value;
};

/**
 * The input of the operation: the query of a GET; of a command the body with the selectors of the query. A selector in
 * both must be equal. A UUID is in lower case, so that a repetition in upper case is the same command.
 * @throws ServiceError conflicting_selectors
 */
export const inputOf = (
  operation: Operation,
  method: Method,
  query: Parameters,
  body: Parameters | null,
): Parameters => {
  if (method === 'GET') return query;
  const { selectors = [], flags = [] } = operation;
  const joined: Record<string, unknown> = { ...body };
  for (const name of selectors) {
    const value = flags.includes(name) ? flagOf(query[name]) : query[name];
    const given = value ?? joined[name];
    if (given === undefined) continue;
    const read = readBy(operation, name, given);
    if (value !== undefined && joined[name] !== undefined && readBy(operation, name, joined[name]) !== read) {
      throw new ServiceError('conflicting_selectors', `${name} in the query must be equal to ${name} in the body`);
    }
    joined[name] = isUuid(read) ? read : given;
  }
  return joined;
};

const isNamed = (partnerId: string, value: unknown): boolean => lowerCase(value) === partnerId;

/** Who may make a call: the caller of each partner. */
export interface Eligible extends Pick<Identified, 'mustName'> {
  readonly callers: readonly [Caller, ...Caller[]];
}

/**
 * The callers of a route, or of a call without one. An invitation opens the routes that are about it alone.
 * @throws ServiceError invitation_pending, unauthenticated
 */
export const eligible = (
  { callers, invited, left, mustName, refusal }: Identified,
  audience: Audience | null,
): Eligible => {
  const guests = audience?.kind === 'person' ? [...(audience.invited ? invited : []), ...left] : [];
  const [first, ...others] = [...callers, ...guests];
  if (first === undefined) throw refusal();
  return { callers: [first, ...others], mustName };
};

/** The caller of the partner that the call names; the first one when it names none. */
export const callerNamed = ({ callers }: Eligible, given: readonly unknown[]): Caller =>
  callers.find(({ partnerId }) => given.some((value) => isNamed(partnerId, value))) ?? callers[0];

/** A given `partner_id` must be a UUID, and the caller's own. A member of several partners gives one. @throws ServiceError validation_failed, partner_scope_mismatch */
export const checkPartner = (
  { callers, mustName }: Eligible,
  { partnerId }: Caller,
  given: readonly unknown[],
): void => {
  const values = given.filter((value) => value !== undefined);
  if (mustName && values.length === 0) {
    const own = callers.map((caller) => caller.partnerId).join(', ');
    throw invalid(
      'partner_id',
      'required',
      `partner_id is required, because the member belongs to several partners: ${own}`,
    );
  }
  if (!values.every(isUuid)) throw invalid('partner_id', 'format', 'partner_id must be a UUID');
  if (values.every((value) => isNamed(partnerId, value))) return;
  throw new ServiceError('partner_scope_mismatch', "partner_id must be the caller's own");
};
