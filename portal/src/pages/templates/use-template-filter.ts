import type { Template } from '../../../../packages/client/src/schemas.ts';
import { useAddress } from '../../pieces/use-address.ts';
import { useKept } from '../../pieces/use-kept.ts';
import { isTroubled } from './template-order.ts';

/** A status of the filter that stands for all statuses in which a template cannot be sent. */
export const troubled = 'troubled';

type Filtered = Pick<Template, 'name' | 'status' | 'language'>;

export interface TemplateFilter {
  readonly search: string;
  readonly status: string;
  readonly language: string;
  readonly setSearch: (search: string) => void;
  readonly setStatus: (status: string) => void;
  readonly setLanguage: (language: string) => void;
  readonly takes: (template: Filtered) => boolean;
}

/** The filter of the list of templates. An empty text takes all. */
export const useTemplateFilter = (): TemplateFilter => {
  const [search, setSearch] = useKept('templates.search');
  const [status, setStatus] = useAddress('status');
  const [language, setLanguage] = useAddress('language');
  const part = search.toLowerCase();
  const takes = (template: Filtered): boolean =>
    template.name.toLowerCase().includes(part) &&
    (status === '' || (status === troubled ? isTroubled(template) : template.status === status)) &&
    (language === '' || template.language === language);
  return { search, status, language, setSearch, setStatus, setLanguage, takes };
};
