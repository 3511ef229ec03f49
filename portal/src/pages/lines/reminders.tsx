import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useLines, type LineRow } from '../../api/lines.ts';
import { useMay, useMember } from '../../api/member.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { EndpointWarning } from '../../pieces/endpoint-warning.tsx';
import { Failure } from '../../pieces/failure.tsx';
import { Page } from '../../pieces/page.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { Progress } from '../../pieces/progress.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { InstanceStatus } from '../../pieces/status.tsx';
import { useTexts } from '../../texts/texts.ts';
import { filledWords, wordsOf } from './link-words.ts';
import { SendingChoice } from './sending-choice.tsx';
import { useReminders, type Reminder } from './use-reminders.ts';
import { useSending, type Sending } from './use-sending.ts';

/** As many are reminded at once: a partner may make 60 links an hour. */
const most = 50;

/** What is sent to each customer, with where to. */
const useTextOf = ({ language, channel }: Sending): ((reminder: Reminder) => string) => {
  const { partner } = useMember();
  const words = wordsOf(partner.partner_id, language);
  return ({ customer, link }) => {
    const facts = { customer: customer.customer_name, partner: partner.name, link: link.url, until: link.expires_at };
    const said = channel === 'email' ? [words.subject, words.email] : [words.message];
    return said.map((text) => filledWords(text, language, facts)).join('\n\n');
  };
};

interface WrittenProps {
  readonly reminders: readonly Reminder[];
  readonly sending: Sending;
}

/** The reminders, each with where it goes: one by one to copy, or all. */
const Written = ({ reminders, sending }: WrittenProps): ReactElement => {
  const { lines, words } = useTexts();
  const textOf = useTextOf(sending);
  const placeOf = ({ customer }: Reminder): string =>
    (sending.channel === 'email' ? customer.customer_email : customer.customer_phone) ?? lines.noContact;
  const copy = { copySuccessText: words.copied, copyErrorText: words.copyFailed };
  const all = reminders.map((one) => `${one.customer.customer_name}\n${placeOf(one)}\n\n${textOf(one)}`);
  return (
    <Container
      header={
        <Header
          variant="h2"
          counter={`(${reminders.length})`}
          actions={<CopyToClipboard {...copy} textToCopy={all.join('\n\n---\n\n')} copyButtonText={lines.copyAll} />}
        >
          {lines.reminders}
        </Header>
      }
    >
      <ul className="error-list">
        {reminders.map((one) => (
          <li key={one.link.id}>
            <CustomerLink id={one.customer.customer_id} name={one.customer.customer_name} /> <bdi>{placeOf(one)}</bdi>
            <pre className="secret words-to-send" dir="auto">
              {textOf(one)}
            </pre>
            <CopyToClipboard {...copy} textToCopy={textOf(one)} copyButtonText={lines.copyText} />
          </li>
        ))}
      </ul>
    </Container>
  );
};

interface WaitingLinesProps {
  readonly lines: readonly LineRow[];
  readonly total: number;
  readonly sending: Sending;
  /** The button that writes to them. */
  readonly action: ReactElement | undefined;
}

/** The lines that wait for their customers. */
const WaitingLines = ({ lines: waiting, total, sending, action }: WaitingLinesProps): ReactElement => {
  const { lines } = useTexts();
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${total})`} description={lines.remindersWhy} actions={action}>
          {lines.waiting}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <SendingChoice {...sending} />
        <ul className="checks">
          {waiting.map(({ id, key, phone, status, customerId, customerName }) => (
            <li key={id} className="subject">
              <CustomerLink id={customerId} name={customerName} />
              <PageLink to={`/lines/${id}`}>{phone ?? key}</PageLink>
              <InstanceStatus status={status} />
            </li>
          ))}
        </ul>
      </SpaceBetween>
    </Container>
  );
};

/** The lines that wait for their customers, and the reminders of them. */
const Waiting = ({ lines: waiting }: { readonly lines: readonly LineRow[] }): ReactElement => {
  const { lines, words } = useTexts();
  const sending = useSending();
  const { run, begin } = useReminders();
  const mayWrite = useMay('instances.write');
  const asked = waiting.slice(0, most);
  const made = run.reminders.length;
  const write = (): void => {
    void begin(asked, sending.language);
  };
  const action = (
    <Button variant="primary" loading={run.is === 'running'} onClick={write}>
      {lines.writeReminders(asked.length)}
    </Button>
  );
  return (
    <SpaceBetween size="l">
      <EndpointWarning />
      <WaitingLines lines={asked} total={waiting.length} sending={sending} action={mayWrite ? action : undefined} />
      {run.is === 'running' && (
        <Progress label={lines.reminders} done={made} failed={run.failed} total={asked.length} running />
      )}
      {run.error !== null && <Failure error={run.error} retry={write} />}
      {run.is === 'done' && run.failed > 0 && run.error === null && (
        <Alert type="warning">{words.progress(String(made), String(asked.length), run.failed)}</Alert>
      )}
      {made > 0 && <Written reminders={run.reminders} sending={sending} />}
    </SpaceBetween>
  );
};

/** Reminders for all customers whose lines wait for them. */
const Reminders = (): ReactElement => {
  const { lines } = useTexts();
  const awaiting = useLines({ status: 'awaiting_connection', page: 1, pageSize: most });
  const lost = useLines({ status: 'reconnect_required', page: 1, pageSize: most });
  return (
    <Page title={lines.reminders} parent={{ name: lines.title, path: '/lines' }}>
      <Reading of={awaiting} lines={6}>
        {({ items }) => (
          <Reading of={lost} lines={6}>
            {({ items: others }) =>
              items.length + others.length === 0 ? (
                <Empty title={lines.noneWaits} why={lines.noneWaitsWhy} />
              ) : (
                <Waiting lines={[...others, ...items]} />
              )
            }
          </Reading>
        )}
      </Reading>
    </Page>
  );
};

export default Reminders;
