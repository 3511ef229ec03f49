import type { ReactElement } from 'react';
import type { TemplateName } from '../../../../packages/client/src/schemas.ts';
import { useAccountLines } from '../../api/account-lines.ts';
import type { Columns } from '../../pieces/column.ts';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { pageOfRead } from '../../pieces/page-of-read.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts } from '../../texts/texts.ts';
import { accountName } from './account-name.ts';
import { worstFirst } from './template-name.ts';
import { TemplateStatus } from './template-status.tsx';
import { whyUnusable } from './why-unusable.ts';

interface Row extends Pick<TemplateName['variants'][number], 'status' | 'rejected_reason'> {
  readonly id: string;
  readonly languages: readonly string[];
}

/** The languages of an account together that are alike there. */
const rowsOf = ({ variants }: TemplateName): readonly Row[] => {
  const rows = new Map<string, Row>();
  for (const { language, status, rejected_reason, platform_waba_ids } of worstFirst(variants)) {
    for (const id of platform_waba_ids) {
      const key = JSON.stringify([id, status, rejected_reason]);
      const languages = [...(rows.get(key)?.languages ?? []), language];
      rows.set(key, { id, status, rejected_reason, languages });
    }
  }
  return Array.from(rows.values());
};

/** Where a name is, account by account, those first where it cannot be sent. */
export const NamedAccounts = ({ found }: { readonly found: TemplateName }): ReactElement => {
  const texts = useTexts();
  const { templates } = texts;
  const { list } = useFormats();
  const [page, setPage] = usePage();
  const rows = rowsOf(found);
  const query = pageOfRead(rows, page);
  const shown = Array.from(new Set(query.data?.items.map(({ id }) => id) ?? []));
  const lines = useAccountLines(shown);
  const columns: Columns<Row> = [
    {
      id: 'account',
      header: templates.account,
      cell: ({ id }) => (
        <PageLink to={`/templates?account=${id}`}>
          <span className="clamped">{accountName(texts, list, id, lines.get(id))}</span>
        </PageLink>
      ),
      minWidth: 200,
    },
    { id: 'status', header: templates.status, cell: ({ status }) => <TemplateStatus status={status} />, minWidth: 140 },
    {
      id: 'reason',
      header: templates.reason,
      cell: (row) => whyUnusable(texts, row) || null,
      minWidth: 190,
      wide: true,
    },
    { id: 'languages', header: templates.languages, cell: ({ languages }) => languages.join(', ') },
  ];
  return (
    <Listing<Row>
      name={templates.accounts}
      header={<ListHeader title={templates.accounts} query={query} />}
      query={query}
      page={page}
      onPage={setPage}
      idOf={({ id, languages: [language] }) => `${id} ${language}`}
      empty={null}
      columns={columns}
    />
  );
};
