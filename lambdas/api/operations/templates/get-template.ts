import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { readMatching } from '../../../store/templates/directory.ts';
import { onlyTemplate } from '../../../store/templates/find-templates.ts';
import { operation } from '../../operation.ts';
import { templateView } from '../../resources/template.ts';
import { filterOf, nameNeedsLanguage, nameOrId, nameOrIdRequired, templateQuery } from '../../template-selectors.ts';
import { requireWabaScope, wabaSelector } from '../../waba-scope.ts';

/** Returns a template, by its id or by its name and language. */
export const getTemplate = operation({
  input: z.object({ ...wabaSelector, ...templateQuery }).check(nameOrIdRequired, nameNeedsLanguage, nameOrId),
  output: z.object({ template: templateView }),
  errors: ['not_found', 'conflicting_selectors', 'waba_scope_required'],
  run: async (deps, call, given) => {
    const wabaId = await requireWabaScope(deps.table, call.partnerId, given);
    const filter = filterOf(given);
    const template = onlyTemplate(wabaId, await readMatching(deps.table, call.partnerId, wabaId, filter), filter);
    if (template === null) throw notFound('the template');
    return call.answer(200, { template });
  },
});
