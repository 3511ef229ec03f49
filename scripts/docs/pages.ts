import { routes } from '../../lambdas/api/routes.ts';
import { byRouteDocument } from '../openapi/by-route.ts';
import { openApiDocument } from '../openapi/document.ts';
import { routesPage } from './routes-page.ts';
import { statesPage } from './states-page.ts';
import { summariesOf } from './summaries.ts';

/** A page that is made from the code: where it stands, from the project's root, and how it is made. */
export interface GeneratedPage {
  readonly file: string;
  readonly make: () => Promise<string>;
}

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

export const generatedPages: readonly GeneratedPage[] = [
  { file: 'docs/routes.md', make: async () => routesPage(routes, await summariesOf(routes)) },
  { file: 'docs/openapi.json', make: async () => json(await openApiDocument(routes, await summariesOf(routes))) },
  {
    file: 'docs/openapi-by-route.json',
    make: async () => json(await byRouteDocument(routes, await summariesOf(routes))),
  },
  { file: 'docs/states.md', make: () => Promise.resolve(statesPage()) },
];
