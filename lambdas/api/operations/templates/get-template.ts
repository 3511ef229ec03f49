import * as z from 'zod/mini';
import { notFound } from '../../../domain/errors.ts';
import { readChunkOf, readDirectory, type TemplateDirectory } from '../../../store/templates/directory.ts';
import { onlyTemplate } from '../../../store/templates/find-templates.ts';
import type { Table } from '../../../store/table.ts';
import { operation } from '../../operation.ts';
import { templateView } from '../../resources/template.ts';
import { filterOf, nameNeedsLanguage, nameOrId, nameOrIdRequired, templateQuery } from '../../template-selectors.ts';
import { requireWabaScope, wabaSelector } from '../../waba-scope.ts';

/** A name says where its templates stand; an id does not. */
const where = async (
  table: Table,
  partnerId: string,
  wabaId: string,
  name: string | null | undefined,
): Promise<TemplateDirectory> => {
  if (name === null || name === undefined) return readDirectory(table, partnerId, wabaId);
  const { head, chunk } = await readChunkOf(table, partnerId, wabaId, name);
  return { head, chunks: [chunk] };
};

/** One template: by its id, or by its name in a language. */
export const getTemplate = operation({
  input: z.object({ ...wabaSelector, ...templateQuery }).check(nameOrIdRequired, nameNeedsLanguage, nameOrId),
  output: z.object({ template: templateView }),
  run: async (deps, call, given) => {
    const wabaId = await requireWabaScope(deps.table, call.partnerId, given);
    const directory = await where(deps.table, call.partnerId, wabaId, given.template_name);
    const template = onlyTemplate(wabaId, directory, filterOf(given));
    if (template === null) throw notFound('the template');
    return call.answer(200, { template });
  },
});
