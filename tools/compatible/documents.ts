import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';
import { readApiPage } from './api-page.ts';
import type { Difference } from './difference.ts';
import { interfaceDifferences } from './interface-differences.ts';
import { schemaDifferences } from './schema-differences.ts';
import { typeDifferences } from './type-differences.ts';

/** A document of which a release promises something: generated, and in the repository of every release. */
export interface PromisedDocument {
  /** From the project's root. */
  readonly file: string;
  readonly title: string;
  /** Where a breaking difference has to be named. */
  readonly changelog: string;
  readonly differences: (was: string, is: string) => readonly Difference[];
}

/** @throws Error on any other JSON */
const objectOf = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('not a JSON object');
  return value;
};

const stackDifferences = (was: string, is: string): readonly Difference[] => {
  const [before, after] = [objectOf(was), objectOf(is)];
  return schemaDifferences({ schema: before, document: before }, { schema: after, document: after }, 'response').map(
    ({ path, ...one }) => ({ ...one, place: path || 'the whole file', subjects: [path || 'stack.json'], field: null }),
  );
};

const clientDifferences = (was: string, is: string): readonly Difference[] =>
  typeDifferences(readApiPage(was), readApiPage(is));

export const promisedDocuments: readonly PromisedDocument[] = [
  {
    file: 'docs/openapi-by-route.json',
    title: 'The interface and its events',
    changelog: 'docs/partners/changelog.md',
    differences: (was, is) => interfaceDifferences(objectOf(was), objectOf(is)),
  },
  {
    file: 'packages/client/api.txt',
    title: 'The client for TypeScript',
    changelog: 'packages/client/CHANGELOG.md',
    differences: clientDifferences,
  },
  {
    file: 'packages/client-python/api.txt',
    title: 'The client for Python',
    changelog: 'packages/client-python/CHANGELOG.md',
    differences: clientDifferences,
  },
  {
    file: 'docs/local-stack.schema.json',
    title: '.local/stack.json',
    changelog: 'docs/local-stack.md',
    differences: stackDifferences,
  },
];
