import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { Template } from '../../../../packages/client/src/schemas.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { useTexts } from '../../texts/texts.ts';
import { PhonePreview } from './phone-preview.tsx';
import { TemplateStatus } from './template-status.tsx';

/** Why a template can not be used, or that it can. */
const Usability = ({ template }: { readonly template: Template }): ReactElement => {
  const { templates } = useTexts();
  const { status, rejected_reason: reason } = template;
  if (status === 'APPROVED') return <Alert type="success">{templates.usable}</Alert>;
  const said = reason === null ? null : (templates.reasons[reason] ?? templates.unknownReason(reason));
  return (
    <Alert type={status === 'PENDING' || status === 'IN_APPEAL' ? 'info' : 'error'} header={templates.unusable}>
      {[said, templates.whys[status ?? '']].filter((text) => text !== null && text !== undefined).join(' ') ||
        templates.reasons['NONE']}
    </Alert>
  );
};

interface TemplateDialogProps {
  readonly template: Template;
  readonly close: () => void;
}

export const TemplateDialog = ({ template, close }: TemplateDialogProps): ReactElement => {
  const { templates, words } = useTexts();
  return (
    <Modal
      visible
      size="large"
      header={template.name}
      closeAriaLabel={words.close}
      onDismiss={close}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={close}>
            {words.close}
          </Button>
        </Box>
      }
    >
      <div className="template">
        <SpaceBetween size="m">
          <Usability template={template} />
          <KeyValuePairs
            columns={2}
            items={[
              { label: templates.status, value: <TemplateStatus status={template.status} /> },
              { label: templates.language, value: template.language },
              { label: templates.category, value: template.category ?? words.none },
              { label: templates.quality, value: template.quality_score ?? words.none },
              { label: templates.synced, value: <Moment at={template.last_synced_at} /> },
              { label: templates.id, value: <Copyable text={template.template_id} name={templates.id} /> },
            ]}
          />
          <Box variant="small">{templates.variables}</Box>
        </SpaceBetween>
        <PhonePreview template={template} />
      </div>
    </Modal>
  );
};
