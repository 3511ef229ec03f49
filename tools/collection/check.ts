import type { Method } from '../../lambdas/api/request.ts';
import type { LoadedRoute } from '../openapi/loaded-routes.ts';
import { statusOfCode } from '../../lambdas/domain/errors.ts';
import { statusesOf } from '../openapi/operations.ts';

const codesOf = (status: number): readonly string[] =>
  Object.entries(statusOfCode).flatMap(([code, itsStatus]) => (itsStatus === status ? [code] : []));

/**
 * The described refusals that depend on the partner's data. The others show a mistake of the call or of the service, so
 * the check fails.
 */
const refusalsOf = (method: Method): Readonly<Record<number, readonly string[]>> =>
  method === 'GET' ? { 404: codesOf(404) } : { 404: codesOf(404), 409: codesOf(409) };

const pathOf = (place: string): string =>
  place
    .split('.')
    .map((name) => (/^\d+$/.test(name) ? `?.[${name}]` : `?.${name}`))
    .join('');

/** The lines of the script that checks an answer and saves its ids. */
export const checkOf = (
  row: LoadedRoute,
  method: Method,
  saves: Readonly<Record<string, string>>,
): readonly string[] => [
  `const successes = ${JSON.stringify(statusesOf(row, method))};`,
  `const refusals = ${JSON.stringify(refusalsOf(method))};`,
  'const status = pm.response.code;',
  'const body = pm.response.json();',
  "pm.test('the status is a described one', () => {",
  '  pm.expect([...successes, ...Object.keys(refusals).map(Number)]).to.include(status);',
  '});',
  "pm.test('the body fits the status', () => {",
  '  if (successes.includes(status)) pm.expect(body.ok).to.equal(true);',
  '  else pm.expect(refusals[status]).to.include(body.error.code);',
  '});',
  ...Object.entries(saves).flatMap(([key, place]) => [
    `if (body${pathOf(place)}) pm.collectionVariables.set('${key}', body${pathOf(place)});`,
  ]),
];
