import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs, { type KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { Template } from '../../../../packages/client/src/schemas.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { ends } from '../../pieces/ends.ts';
import { Moment } from '../../pieces/moment.tsx';
import { Quality } from '../../pieces/status.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { PhonePreview } from './phone-preview.tsx';
import { TemplateStatus } from './template-status.tsx';
import { whyUnusable } from './why-unusable.ts';

/** Why a template cannot be used, or that it can. */
const Usability = ({ template }: { readonly template: Template }): ReactElement => {
  const texts = useTexts();
  const { templates } = texts;
  const { status } = template;
  if (status === 'APPROVED') return <Alert type="success">{templates.usable}</Alert>;
  return (
    <Alert type={status === 'PENDING' || status === 'IN_APPEAL' ? 'info' : 'error'} header={templates.unusable}>
      {whyUnusable(texts, template) || templates.reasons['NONE']}
    </Alert>
  );
};

/** What the platform says about the template beside its status. */
const Notes = ({ template }: { readonly template: Template }): ReactElement => {
  const { platform, templates } = useTexts();
  const { date } = useFormats();
  const { rejection_info: rejection, other_info: info, category_change: change, correct_category: better } = template;
  const named = (category: string): string => platform.category[category] ?? category;
  const said = [rejection?.reason, info?.title, info?.description].filter((text) => typeof text === 'string');
  return (
    <>
      {said.length > 0 && (
        <Alert type="info" header={templates.platformSays}>
          <span className="breakable">{said.join(' ')}</span>
        </Alert>
      )}
      {typeof rejection?.recommendation === 'string' && (
        <Alert type="info" header={templates.recommendation}>
          <span className="breakable">{rejection.recommendation}</span>
        </Alert>
      )}
      {change !== null && (
        <Alert type="warning">{templates.categoryChange(named(change.category), date(change.at))}</Alert>
      )}
      {change === null && better !== null && better !== template.category && (
        <Alert type="info">{templates.betterCategory(named(better))}</Alert>
      )}
    </>
  );
};

/** What the platform says about some templates only. */
const useDetails = (template: Template): readonly KeyValuePairsProps.Pair[] => {
  const { platform, templates } = useTexts();
  const { duration } = useFormats();
  const { parameter_format: format, previous_category: before, message_send_ttl_seconds: seconds } = template;
  const said: readonly (readonly [string, string | null])[] = [
    [templates.previousCategory, before && (platform.category[before] ?? before)],
    [templates.subCategory, template.sub_category],
    [templates.parameterFormat, format && (templates.parameterFormats[format] ?? format)],
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/time-to-live
    [templates.timeToLive, seconds === null ? null : seconds === -1 ? templates.days : duration(seconds * 1000)],
    [templates.library, template.library_template_name],
  ];
  return said.flatMap(([label, value]) => (value === null ? [] : [{ label, value: <bdi>{value}</bdi> }]));
};

interface TemplateDialogProps {
  readonly template: Template;
  readonly close: () => void;
}

export const TemplateDialog = ({ template, close }: TemplateDialogProps): ReactElement => {
  const { platform, templates, words } = useTexts();
  const details = useDetails(template);
  return (
    <Modal
      visible
      size="large"
      header={<span title={template.name}>{ends(template.name, 60)}</span>}
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
          <Notes template={template} />
          <KeyValuePairs
            columns={2}
            items={[
              { label: templates.name, value: <Copyable text={template.name} name={templates.name} /> },
              { label: templates.status, value: <TemplateStatus status={template.status} /> },
              { label: templates.language, value: template.language },
              {
                label: templates.category,
                value: platform.category[template.category ?? ''] ?? template.category ?? words.none,
              },
              {
                label: templates.quality,
                value: template.quality_score === null ? words.none : <Quality rating={template.quality_score} />,
              },
              ...details,
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
