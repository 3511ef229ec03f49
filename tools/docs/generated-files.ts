import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { loadedRoutes } from '../openapi/loaded-routes.ts';
import { routesModule, schemasModule } from '../client/modules.ts';
import { pythonModelsModule } from '../client-python/models.ts';
import { pythonTypesPage } from '../client-python/public-types.ts';
import { pythonRoutesModule } from '../client-python/routes.ts';
import { clientTypesPage } from '../client/public-types.ts';
import { capacityPage } from './capacity-page.ts';
import { costPage } from './cost-page.ts';
import { byRouteDocument } from '../openapi/by-route.ts';
import { deliveryErrorsPage } from './delivery-errors-page.ts';
import { openApiDocument } from '../openapi/document.ts';
import { toolTableModule } from '../mcp/tool-table.ts';
import { hostedTextsModule } from './hosted-texts.ts';
import { troublesModule } from './troubles-module.ts';
import { knownParametersModule } from './known-parameters.ts';
import { pageScriptsModule } from './page-scripts.ts';
import { routesPage } from './routes-page.ts';
import { stackSchema } from './stack-schema.ts';
import { signatureVectors } from '../signatures/vectors.ts';
import { statesPage } from './states-page.ts';
import { storedFormsPage } from './stored-forms-page.ts';
import { summariesOf } from './summaries.ts';
import { pictures } from '../site/pictures.ts';
import { workPage } from './work-page.ts';

/** A file that is generated from the code: its path from the project's root, and its generator. */
export interface GeneratedFile {
  readonly file: string;
  readonly make: () => Promise<string>;
}

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

/** Formatted like the project's code. */
const formatted = async (code: string): Promise<string> => {
  const file = fileURLToPath(new URL('../../packages/client/src/client.ts', import.meta.url));
  return format(code, { ...(await resolveConfig(file)), parser: 'typescript' });
};

/** About a field a line: a diff shows which one has changed, and GitHub folds the file. */
const fieldsInLines = (document: unknown): Promise<string> =>
  format(JSON.stringify(document), { parser: 'json', printWidth: 800 });

/** What code imports and the site serves. Git ignores these files; the set-up makes them. */
export const builtFiles: readonly GeneratedFile[] = [
  {
    file: 'docs/openapi.json',
    make: async () => json(await openApiDocument(loadedRoutes, await summariesOf(loadedRoutes))),
  },
  {
    file: 'packages/client/src/schemas.ts',
    make: async () => formatted(await schemasModule(loadedRoutes, await summariesOf(loadedRoutes))),
  },
  {
    file: 'packages/client/src/routes.ts',
    make: async () => formatted(await routesModule(loadedRoutes, await summariesOf(loadedRoutes))),
  },
  {
    file: 'packages/client-python/src/swift_worker/models.py',
    make: async () => pythonModelsModule(loadedRoutes, await summariesOf(loadedRoutes)),
  },
  {
    file: 'packages/client-python/src/swift_worker/_routes.py',
    make: async () => pythonRoutesModule(loadedRoutes, await summariesOf(loadedRoutes)),
  },
  {
    file: 'packages/mcp/src/tool-table.ts',
    make: async () => formatted(toolTableModule(loadedRoutes, await summariesOf(loadedRoutes))),
  },
  { file: 'lambdas/connect/page/page-scripts.ts', make: pageScriptsModule },
  { file: 'portal/src/pages/connect-page/hosted-texts.ts', make: hostedTextsModule },
  { file: 'portal/src/pieces/platform-troubles.ts', make: () => formatted(troublesModule()) },
];

/** What a release promises, and small pages that people read in the repository. */
export const keptFiles: readonly GeneratedFile[] = [
  // The API imports it, and so does what makes it.
  { file: 'lambdas/api/known-parameters.ts', make: () => knownParametersModule(loadedRoutes) },
  { file: 'docs/routes.md', make: async () => routesPage(loadedRoutes, await summariesOf(loadedRoutes)) },
  {
    file: 'docs/openapi-by-route.json',
    make: async () => fieldsInLines(await byRouteDocument(loadedRoutes, await summariesOf(loadedRoutes))),
  },
  // Of the clients' modules above, which are written first.
  { file: 'packages/client/api.txt', make: clientTypesPage },
  { file: 'packages/client-python/api.txt', make: pythonTypesPage },
  { file: 'docs/local-stack.schema.json', make: () => Promise.resolve(json(stackSchema())) },
  { file: 'docs/signatures/vectors.json', make: () => fieldsInLines(signatureVectors()) },
  { file: 'docs/operations/cost.md', make: costPage },
  { file: 'docs/capacity.md', make: capacityPage },
  { file: 'docs/states.md', make: () => Promise.resolve(statesPage()) },
  { file: 'docs/partners/delivery-errors.md', make: () => Promise.resolve(deliveryErrorsPage()) },
  { file: 'docs/work.md', make: () => Promise.resolve(workPage()) },
  ...Object.entries(pictures).map(([name, make]) => ({
    file: `docs/pictures/${name}.svg`,
    make: () => Promise.resolve(make('light')),
  })),
  { file: 'docs/stored-forms.md', make: () => Promise.resolve(storedFormsPage()) },
];

/** In the order in which they are written. */
export const generatedFiles: readonly GeneratedFile[] = [...builtFiles, ...keptFiles];
