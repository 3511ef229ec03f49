import { dispatch, type Dispatcher } from '../../lambdas/api/dispatch.ts';
import { isForMembers } from '../../lambdas/domain/access.ts';
import { maxBodyBytes } from '../../lambdas/api/request.ts';
import { mostErrorBytes, temporarilyUnavailable } from '../../lambdas/kernel/errors.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { memoryBuckets } from '../harness/memory-bucket.ts';
import { eventOf, startService } from '../harness/service.ts';
import type { TestTable } from '../harness/test-table.ts';
import { loadedRoutes, type LoadedRoute } from '../openapi/loaded-routes.ts';
import { costlyBodies, costlyTexts, type CostlyValue } from './costly-values.ts';
import { parametersOf, type ParameterSchema } from './parameter-schema.ts';

/** What a call may take of the processor, as a multiple of a plain refused call of its size. */
const mostRatio = 40;
/** By how much a call of four times the size may take longer, where it takes several times a plain one. */
const mostGrowth = 10;
const fewTimes = 8;
/** A plain call takes so long at least. Less is not measured reliably. */
const leastMilliseconds = 0.5;
/** API Gateway takes a request line and headers of 10 KiB together. */
const mostQueryBytes = 8 * 1024;
/** In a quarter of a body of the usual size: as many for its bytes as the largest batch has. */
const rowsOfBatch = 64;

/** Where a value can stand in a call: the JSON of the parameters with it, of so many bytes in all. */
interface Place {
  readonly name: string;
  readonly filled: (value: CostlyValue, bytes: number) => string;
}

const wholeBody: Place = { name: '(body)', filled: (value, bytes) => value(bytes) };

const within = (name: string, place: Place): Place['filled'] => {
  const begin = `{${JSON.stringify(name)}:`;
  return (value, bytes) => `${begin}${place.filled(value, bytes - begin.length - 1)}}`;
};

const placesIn = (schema: ParameterSchema): readonly Place[] => [
  { name: '', filled: (value, bytes) => value(bytes) },
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    placesIn(inner).map((place) => ({
      name: `.${name}${place.name}`,
      filled: within(name, place),
    })),
  ),
  ...(schema.items === undefined ? [] : [schema.items]).flatMap((inner) =>
    placesIn(inner).flatMap((place) =>
      [1, rowsOfBatch].map((rows) => ({
        name: `[${rows === 1 ? '' : rows}]${place.name}`,
        filled: (value: CostlyValue, bytes: number) =>
          `[${Array<string>(rows)
            .fill(place.filled(value, Math.floor((bytes - 2) / rows) - 1))
            .join(',')}]`,
      })),
    ),
  ),
];

/** A call of a route with a value in a field. */
interface CostlyCall {
  readonly row: LoadedRoute;
  readonly field: string;
  readonly value: string;
  /** The bytes of the largest call. */
  readonly most: number;
  /** The call, as a part of the largest. */
  readonly ask: (part: number) => Promise<Measured>;
}

interface Measured {
  readonly milliseconds: number;
  readonly answerBytes: number;
  readonly status: number;
  /** Whether the service failed by itself, and not for want of its table. */
  readonly isFailure: boolean;
}

/** The worst of a field. */
export interface Cost {
  readonly route: string;
  readonly field: string;
  readonly value: string;
  /** Of the time of a plain refused call of the same size. */
  readonly ratio: number;
  readonly milliseconds: number;
  readonly answerBytes: number;
  /** Why it is too much; null when it is not. */
  readonly fault: string | null;
}

const outOfReach = 'the table is out of reach';

/** A table that no call reaches, so that only the work of the service is measured. A proxy of it may have another `send`. */
const unreachable = (table: Table): Table => {
  const send = () => Promise.reject(temporarilyUnavailable(outOfReach));
  return { ...table, client: Object.assign(Object.create(table.client) as Table['client'], { send }) };
};

type Ask = (row: LoadedRoute, parameters: string, inQuery: boolean) => Promise<Measured>;

const openService = async (table: TestTable): Promise<Ask> => {
  const now = Date.now();
  const { debit } = memoryBuckets();
  const options = { clock: () => now, rateScale: 1e9, debit, later: () => undefined };
  const service = await startService(table, options);
  const owner = await service.partner.member('owner');
  const bearers = [service.partner.apiKey, owner];
  const warm = (bearer: string) => service.call('GET', { bearer, query: { route: 'x' } });
  for (const bearer of bearers) await warm(bearer);
  const dispatcher: Dispatcher = {
    ...service.dispatcher,
    deps: { ...service.dispatcher.deps, table: unreachable(table) },
  };
  return async ({ route, methods: [method], audience }, parameters, inQuery) => {
    const headers = {
      apikey: service.apikey,
      authorization: `Bearer ${isForMembers(audience) ? owner : service.partner.apiKey}`,
      'content-type': 'application/json',
    };
    const query = inQuery ? `route=${route}&${parameters}` : `route=${route}`;
    const event = eventOf(method, inQuery ? { query } : { query, body: parameters }, headers);
    const began = process.cpuUsage();
    const { statusCode = 200, body = '' } = await dispatch(dispatcher, event);
    const { user, system } = process.cpuUsage(began);
    return {
      milliseconds: (user + system) / 1000,
      answerBytes: Buffer.byteLength(body),
      status: statusCode,
      isFailure: statusCode >= 500 && !body.includes(outOfReach),
    };
  };
};

const least = async (times: number, ask: () => Promise<Measured>): Promise<Measured> => {
  let best = await ask();
  for (let time = 1; time < times; time += 1) {
    const next = await ask();
    if (next.milliseconds < best.milliseconds) best = next;
  }
  return best;
};

const isQuery = ({ methods }: LoadedRoute): boolean => methods.includes('GET');
/** A batch may be larger, which is measured as a whole. In its fields the usual size shows the same. */
const mostBytesOf = ({ mostBodyBytes = maxBodyBytes }: LoadedRoute, place: Place): number =>
  place === wholeBody ? mostBodyBytes : maxBodyBytes;

/** The text of a query whose value is given as JSON. */
const inQuery = (name: string, json: string): string => `${name}=${encodeURIComponent(String(JSON.parse(json)))}`;
/** A character is three to twelve bytes in a query. */
const partOfQuery = 3;

const callsOfQuery = (ask: Ask, row: LoadedRoute): readonly CostlyCall[] =>
  [...parametersOf(row).map(({ name }) => name), 'unknown'].flatMap((field) =>
    Object.entries(costlyTexts).map(([value, make]) => ({
      row,
      field,
      value,
      most: mostQueryBytes,
      ask: (part) => ask(row, inQuery(field, make((mostQueryBytes * part) / partOfQuery)), true),
    })),
  );

const callsOfBody = (ask: Ask, row: LoadedRoute): readonly CostlyCall[] => {
  const places = parametersOf(row).flatMap(({ name, given }) =>
    placesIn(given).map((place) => ({
      name: `${name}${place.name}`,
      filled: within(name, place),
    })),
  );
  return [wholeBody, ...places].flatMap((place) =>
    Object.entries({ ...costlyTexts, ...costlyBodies }).map(([value, make]) => ({
      row,
      field: place.name,
      value,
      most: mostBytesOf(row, place),
      ask: (part) => ask(row, place.filled(make, Math.floor(mostBytesOf(row, place) * part)), false),
    })),
  );
};

type Plain = (call: Pick<CostlyCall, 'row' | 'most'>) => number;

/** What a refused call of each size takes that holds nothing to work on. */
const plainCosts = async (ask: Ask, part: number): Promise<Plain> => {
  const known = new Map<number, number>();
  for (const row of loadedRoutes) {
    const sizes = isQuery(row) ? [mostQueryBytes] : [maxBodyBytes, row.mostBodyBytes ?? maxBodyBytes];
    for (const most of sizes.filter((size) => !known.has(size))) {
      const filler = 'x'.repeat(most * part - 64);
      const parameters = isQuery(row) ? `filler=${filler}` : `{"filler":"${filler}","metadata":1,"reason":1}`;
      const { milliseconds } = await least(9, () => ask(row, parameters, isQuery(row)));
      known.set(most, Math.max(leastMilliseconds, milliseconds));
    }
  }
  return ({ most }) => known.get(most) ?? leastMilliseconds;
};

/** The whole call is measured only where a quarter of it takes several times a plain one. */
const costOf = async (
  call: CostlyCall,
  part: number,
  plain: { readonly quarter: Plain; readonly whole: Plain },
): Promise<Omit<Cost, 'route' | 'field' | 'value'>> => {
  const { ask } = call;
  const isHigh = ({ milliseconds }: Measured): boolean => milliseconds > fewTimes * plain.quarter(call);
  let quarter = await ask(part / 4);
  if (isHigh(quarter)) quarter = await least(9, () => ask(part / 4));
  const whole = isHigh(quarter) ? await least(9, () => ask(part)) : null;
  const ratio = Math.max(
    quarter.milliseconds / plain.quarter(call),
    whole === null ? 0 : whole.milliseconds / plain.whole(call),
  );
  const growth = whole === null ? 1 : whole.milliseconds / Math.max(leastMilliseconds, quarter.milliseconds);
  const last = whole ?? quarter;
  const faults = [
    ...(ratio > mostRatio ? [`takes ${Math.round(ratio)} times a plain call`] : []),
    ...(growth > mostGrowth ? [`takes ${Math.round(growth)} times as long at four times the size`] : []),
    ...(last.isFailure ? [`is answered ${last.status}`] : []),
    ...(last.status === 413 ? ['is too large to be measured'] : []),
    ...(last.status >= 400 && last.answerBytes > mostErrorBytes ? ['is refused at length'] : []),
  ];
  const fault = faults.length === 0 ? null : faults.join(', ');
  return { ratio, milliseconds: last.milliseconds, answerBytes: last.answerBytes, fault };
};

const isWorse = (one: Cost, other: Cost | undefined): boolean =>
  other === undefined || (one.fault === null) < (other.fault === null) || one.ratio > other.ratio;

/**
 * Measures every field of every route with each value that takes long to read.
 * @param part of the largest call that a route takes
 * @returns the worst of each field, the worst field first
 */
export const measureCosts = async (
  table: TestTable,
  part: number,
  routes: readonly LoadedRoute[] = loadedRoutes,
): Promise<readonly Cost[]> => {
  const ask = await openService(table);
  const plainNow = async () => ({ quarter: await plainCosts(ask, part / 4), whole: await plainCosts(ask, part) });
  const plain = await plainNow();
  const worst = new Map<string, Cost>();
  for (const row of routes) {
    const calls = isQuery(row) ? callsOfQuery(ask, row) : callsOfBody(ask, row);
    for (const call of calls) {
      const { field, value } = call;
      let measured = await costOf(call, part, plain);
      // A processor that is shared slows down between two calls: the fault counts beside plain calls of the same moment.
      if (measured.fault !== null) measured = await costOf(call, part, await plainNow());
      const cost: Cost = { route: row.route, field, value, ...measured };
      const name = `${row.route} ${field}`;
      if (isWorse(cost, worst.get(name))) worst.set(name, cost);
    }
  }
  return [...worst.values()].sort((one, other) => other.ratio - one.ratio);
};

/** The costs as a table of Markdown. */
export const costTable = (costs: readonly Cost[]): string =>
  [
    '| route | field | worst value | ratio | ms | bytes of the answer | fault |',
    '|---|---|---|---|---|---|---|',
    ...costs.map(
      ({ route, field, value, ratio, milliseconds, answerBytes, fault }) =>
        `| ${route} | ${field} | ${value} | ${ratio.toFixed(1)} | ${milliseconds.toFixed(1)} | ${answerBytes} | ${fault ?? ''} |`,
    ),
  ].join('\n');
