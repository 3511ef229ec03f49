import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, type ReactElement } from 'react';
import type { Instance, Template } from '../../../../packages/client/src/schemas.ts';
import { numberOf } from '../../api/line-names.ts';
import type { LineRow } from '../../api/lines.ts';
import { PageLink } from '../../pieces/page-link.tsx';
import { troubleOfCode } from '../../pieces/platform-troubles.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { LinkButton } from '../lines/link-button.tsx';
import { linkOf } from '../lines/made-links.ts';
import { TemplateStatus } from '../templates/template-status.tsx';
import type { Sending } from './sending.ts';
import type { Condition } from './use-condition.ts';

// It has the picture of the link.
const ConnectLink = lazy(async () => ({ default: (await import('../lines/connect-link.tsx')).ConnectLink }));

/** The link of a line, where it was made. */
const MadeLink = ({
  line: { id, partner_customer_id: customerId, session },
}: {
  readonly line: Instance;
}): ReactElement | null => {
  const link = session?.status === 'open' ? linkOf(id, session.id) : null;
  return link === null ? null : (
    <Suspense>
      <ConnectLink link={link} customerId={customerId} />
    </Suspense>
  );
};

interface LineObstacleProps {
  readonly line: LineRow;
  /** With its connect session, if that was read. */
  readonly waiting: Instance | undefined;
}

/** A line that sends nothing, or less than it could, and what ends that. */
const LineObstacle = ({ line, waiting }: LineObstacleProps): ReactElement => {
  const { lines, troubles, customers } = useTexts();
  const isLost = line.status === 'reconnect_required';
  const name = line.phone ?? line.key;
  const [first] = line.risk.platform_errors;
  const trouble = troubleOfCode.get(first?.code ?? 0);
  const what = trouble === undefined ? lines.degradedNotice : troubles.all[trouble].what;
  const cure = trouble === undefined ? (first?.remedy ?? lines.degradedNoticeWhy) : troubles.all[trouble].remedy;
  return (
    <Alert
      type={isLost || line.risk.level === 'blocked' ? 'error' : 'warning'}
      header={customers.ofLine(name, isLost ? lines.reconnectNotice : what)}
      action={isLost ? <LinkButton lineId={line.id} mode="reconnect" /> : undefined}
    >
      {isLost ? lines.reconnectNoticeWhy : cure} <PageLink to={`/lines/${line.id}`}>{lines.openLine}</PageLink>
      {waiting !== undefined && <MadeLink line={waiting} />}
    </Alert>
  );
};

/** Templates that the platform refuses, each with its reason. */
const TemplatesObstacle = ({ templates: blocking }: { readonly templates: readonly Template[] }): ReactElement => {
  const { customers, templates } = useTexts();
  const { number } = useFormats();
  const shown = blocking.slice(0, 5);
  const why = ({ status, rejected_reason: reason }: Template): string =>
    (status === 'REJECTED' ? templates.reasons[reason ?? 'NONE'] : templates.whys[status ?? '']) ?? reason ?? '';
  return (
    <Alert type="warning" header={customers.templatesBlock(number(blocking.length))}>
      <ul className="plain">
        {shown.map((template) => (
          <li key={template.template_id} className="breakable">
            <TemplateStatus status={template.status} /> <bdi>{template.name}</bdi> ({template.language}).{' '}
            {why(template)}
          </li>
        ))}
      </ul>
      <PageLink to={`/templates?account=${shown[0]?.platform_waba_id ?? ''}&status=troubled`}>
        {customers.templatesLink}
      </PageLink>
    </Alert>
  );
};

/** A line whose customer has not connected it yet: its link, where it was made here, and the button that makes another. */
const WaitingLine = ({ line }: { readonly line: Instance }): ReactElement => {
  const { customers, lines, words } = useTexts();
  const { dateTime } = useFormats();
  const { session, status } = line;
  return (
    <Alert
      type="info"
      header={customers.ofLine(numberOf(line), words.instance[status])}
      action={<LinkButton lineId={line.id} mode="connect" />}
    >
      {session?.status === 'open' ? lines.sessionOpenWhy(dateTime(session.expires_at)) : lines.connectWhy}{' '}
      <PageLink to={`/lines/${line.id}`}>{lines.openLine}</PageLink>
      <MadeLink line={line} />
    </Alert>
  );
};

interface ObstaclesProps {
  readonly sending: Sending;
  readonly condition: Condition;
}

/** What is in the way of the customer's messages, the worst first, each with its cure. */
export const Obstacles = ({ sending, condition }: ObstaclesProps): ReactElement | null => {
  const { templates, waiting } = condition;
  const lines = [...sending.stopped, ...sending.limited];
  const unconnected = waiting.filter(({ status }) => status !== 'reconnect_required');
  if (lines.length + templates.length + unconnected.length === 0) return null;
  return (
    <SpaceBetween size="s">
      {lines.map((line) => (
        <LineObstacle key={line.id} line={line} waiting={waiting.find(({ id }) => id === line.id)} />
      ))}
      {templates.length > 0 && <TemplatesObstacle templates={templates} />}
      {unconnected.map((line) => (
        <WaitingLine key={line.id} line={line} />
      ))}
    </SpaceBetween>
  );
};
