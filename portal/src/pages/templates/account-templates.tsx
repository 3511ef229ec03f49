import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import type { Template } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { Filters } from '../../pieces/filters.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { useKept } from '../../pieces/use-kept.ts';
import { Quality } from '../../pieces/status.tsx';
import { useTexts } from '../../texts/texts.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplateStatus } from './template-status.tsx';
import { TemplateSync } from './template-sync.tsx';

const statuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const;
/** Languages to filter by, as the platform writes them. */
const languages = ['en', 'en_US', 'en_GB', 'pt_BR', 'pt_PT', 'es', 'es_MX', 'es_AR'] as const;

export const AccountTemplates = ({ wabaId }: { readonly wabaId: string }): ReactElement => {
  const { platform, templates, words } = useTexts();
  const [status, setStatus] = useKept('templates.status');
  const [language, setLanguage] = useKept('templates.language');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Template | null>(null);
  const query = useRead(
    'list-partner-platform-templates',
    {
      platform_waba_id: wabaId,
      page,
      page_size: 25,
      ...(status === '' ? {} : { status }),
      ...(language === '' ? {} : { language }),
    },
    { keep: true },
  );
  const filtered = status !== '' || language !== '';
  return (
    <SpaceBetween size="l">
      <TemplateSync wabaId={wabaId} />
      <Listing<Template>
        name={templates.title}
        header={<ListHeader title={templates.title} query={query} />}
        filter={
          <Filters>
            <Choice
              label={templates.status}
              value={status}
              options={[['', words.any], ...statuses.map((one) => [one, templates.statuses[one] ?? one] as const)]}
              onChange={(next) => {
                setStatus(next);
                setPage(1);
              }}
            />
            <Choice
              label={templates.language}
              value={language}
              options={[['', words.any], ...languages.map((one) => [one, one] as const)]}
              onChange={(next) => {
                setLanguage(next);
                setPage(1);
              }}
            />
          </Filters>
        }
        query={query}
        page={page}
        onPage={setPage}
        idOf={({ template_id: id }) => id}
        empty={
          filtered ? (
            <Empty title={words.noMatches} why={words.noMatchesWhy} />
          ) : (
            <Empty title={templates.empty} why={templates.emptyWhy} />
          )
        }
        columns={[
          {
            id: 'name',
            header: templates.name,
            cell: (template) => (
              <Link
                onFollow={() => {
                  setOpened(template);
                }}
              >
                {template.name}
              </Link>
            ),
            minWidth: 200,
          },
          { id: 'language', header: templates.language, cell: (template) => template.language },
          {
            id: 'category',
            header: templates.category,
            cell: ({ category }) => (category === null ? null : (platform.category[category] ?? category)),
          },
          {
            id: 'status',
            header: templates.status,
            cell: (template) => <TemplateStatus status={template.status} />,
            minWidth: 130,
          },
          {
            id: 'quality',
            header: templates.quality,
            cell: ({ quality_score: score }) => (score === null ? null : <Quality rating={score} />),
          },
          { id: 'synced', header: templates.synced, cell: ({ last_synced_at: at }) => <Moment at={at} /> },
        ]}
      />
      {opened !== null && (
        <TemplateDialog
          template={opened}
          close={() => {
            setOpened(null);
          }}
        />
      )}
    </SpaceBetween>
  );
};
