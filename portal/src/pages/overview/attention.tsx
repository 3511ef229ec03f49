import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { InstanceListItem } from '../../../../packages/client/src/schemas.ts';
import { useMay } from '../../api/member.ts';
import { Failure } from '../../pieces/failure.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { Skeleton } from '../../pieces/skeleton.tsx';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { troublesOf, type EndpointTrouble, type Trouble } from './troubles.ts';
import type { FoundFacts } from './use-facts.ts';

interface Notice {
  readonly severity: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly why: string;
  /** Where it is dealt with, with the filter there. */
  readonly path: string;
}

const linesWith = (status: InstanceListItem['status']): string => `/lines?status=${status}`;

const endpointNotice = (
  trouble: EndpointTrouble,
  { overview: text, webhook }: Texts,
  { dateTime }: Formats,
): Notice => {
  switch (trouble.is) {
    case 'endpoint-missing':
      return { severity: 'warning', title: text.endpointMissing, why: text.endpointMissingWhy, path: '/webhook' };
    case 'endpoint-disabled':
      return {
        severity: 'error',
        title: text.endpointDisabled,
        why: webhook.healthWhy.disabled,
        path: '/webhook',
      };
    case 'endpoint-down':
      return {
        severity: 'error',
        title: text.endpointDown(dateTime(trouble.since)),
        why: webhook.healthWhy.paused,
        path: '/webhook',
      };
    case 'endpoint-failing':
      return { severity: 'warning', title: text.endpointFailing, why: webhook.healthWhy.failing, path: '/webhook' };
  }
};

type LinesTrouble = 'reconnect' | 'removal' | 'degraded' | 'awaiting';

const linesNotice = (is: LinesTrouble, count: number, text: Texts['overview']): Notice => {
  switch (is) {
    case 'reconnect':
      return {
        severity: 'error',
        title: text.reconnect(count),
        why: text.reconnectWhy,
        path: linesWith('reconnect_required'),
      };
    case 'removal':
      return {
        severity: 'error',
        title: text.removal(count),
        why: text.removalWhy,
        path: linesWith('deactivation_failed'),
      };
    case 'degraded':
      return { severity: 'warning', title: text.degraded(count), why: text.degradedWhy, path: linesWith('degraded') };
    case 'awaiting':
      return {
        severity: 'info',
        title: text.awaiting(count),
        why: text.awaitingWhy,
        path: linesWith('awaiting_connection'),
      };
  }
};

const noticeOf = (trouble: Trouble, texts: Texts, formats: Formats): Notice => {
  const text = texts.overview;
  switch (trouble.is) {
    case 'reconnect':
    case 'removal':
    case 'degraded':
    case 'awaiting':
      return linesNotice(trouble.is, trouble.count, text);
    case 'templates':
      return {
        severity: 'warning',
        title: text.templates(trouble.count),
        why: text.templatesWhy,
        path: '/templates?status=troubled',
      };
    case 'undelivered':
      return {
        severity: 'warning',
        title: text.undelivered(trouble.count),
        why: text.undeliveredWhy,
        path: '/webhook/events?status=undelivered',
      };
    case 'unread':
      return { severity: 'info', title: text.unread(trouble.count), why: '', path: '/notifications' };
    case 'endpoint-missing':
    case 'endpoint-disabled':
    case 'endpoint-down':
    case 'endpoint-failing':
      return endpointNotice(trouble, texts, formats);
    case 'slots-full':
      return { severity: 'warning', title: text.slots, why: text.slotsFull, path: '/lines' };
    case 'delivery':
      return {
        severity: trouble.critical ? 'error' : 'warning',
        title: text.deliveryBad,
        why: text.deliveryBadWhy(formats.percent(trouble.failed)),
        path: '/delivery',
      };
    case 'lines-failing':
      return {
        severity: trouble.critical ? 'error' : 'warning',
        title: text.linesFailing(trouble.count),
        why: text.linesFailingWhy(formats.percent(trouble.failed)),
        path: trouble.count === 1 ? `/delivery/health/${trouble.line}` : '/delivery',
      };
  }
};

const AllWell = (): ReactElement => {
  const { overview } = useTexts();
  return (
    <Alert type="success" header={overview.allWell}>
      {overview.allWellWhy}
    </Alert>
  );
};

/** What matters first: how many things do not work, or only deserve a look. */
const sentenceOf = (text: Texts['overview'], notices: readonly Notice[], mayAct: boolean): string => {
  const { broken, brokenSeen, worthALook, attention } = text;
  const errors = notices.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return mayAct ? broken(errors) : brokenSeen(errors);
  return notices.length === 0 ? attention : worthALook(notices.length);
};

/** What needs the member, each with the way to where it is dealt with. */
export const Attention = ({ found }: { readonly found: FoundFacts }): ReactElement => {
  const texts = useTexts();
  const formats = useFormats();
  const { facts, loading, error, again } = found;
  // All at once: what comes one after the other would move under the reader's finger.
  const troubles = loading ? [] : troublesOf(facts);
  const { overview } = texts;
  const mayAdd = useMay('instances.write');
  const notices = troubles.map((trouble) => ({ is: trouble.is, ...noticeOf(trouble, texts, formats) }));
  return (
    <Container
      header={<Header variant="h2">{loading ? overview.attention : sentenceOf(overview, notices, mayAdd)}</Header>}
    >
      <SpaceBetween size="s">
        {error !== null && <Failure error={error} retry={again} />}
        {loading && (
          <div className="pending">
            <Skeleton lines={2} />
          </div>
        )}
        {!loading && error === null && troubles.length === 0 && <AllWell />}
        {notices.map(({ is, severity, title, why, path }) => {
          return (
            <Alert
              key={is}
              type={severity}
              header={title}
              action={
                <PageButton to={path} ariaLabel={`${overview.show}: ${title}`}>
                  {overview.show}
                </PageButton>
              }
            >
              {why}
            </Alert>
          );
        })}
      </SpaceBetween>
    </Container>
  );
};
