import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { readMatching } from '../../../store/templates/directory.ts';
import { pageOfTemplates } from '../../../store/templates/find-templates.ts';
import { hasWaba } from '../../../store/instances/waba-instances.ts';
import { optionalText, pageRequestOf, paging, text } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { pageOf } from '../../resources/page.ts';
import { templateView } from '../../resources/template.ts';
import { filterOf, nameNeedsLanguage, nameOrId, templateQuery } from '../../template-selectors.ts';
import { requireWabaScope, wabaSelector } from '../../waba-scope.ts';

/** Returns a page of a business account's templates, ordered by name, language and id. */
export const listTemplates = operation({
  input: z
    .object({ ...wabaSelector, ...templateQuery, ...paging(), status: optionalText(text(1, 100)) })
    .check(nameNeedsLanguage, nameOrId),
  output: pageOf(templateView),
  errors: ['not_found', 'conflicting_selectors', 'waba_scope_required'],
  run: async (deps, call, given) => {
    const { partnerId } = call;
    const wabaId = await requireWabaScope(deps.table, partnerId, given);
    const filter = filterOf(given);
    const directory = await readMatching(deps.table, partnerId, wabaId, filter);
    if (directory.head === null && !(await hasWaba(deps.table, partnerId, wabaId))) {
      throw notFound('the business account');
    }
    return call.answer(200, pageOfTemplates(wabaId, directory, filter, pageRequestOf(given)));
  },
});
