import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import type { LineRow } from '../../api/lines.ts';
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
import { useAddress } from '../../pieces/use-address.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { filledWords, wordsOf } from './link-words.ts';
import type { Run } from './remind-lines.ts';
import { SendingChoice } from './sending-choice.tsx';
import { useReminders, type WaitingLines } from './use-reminders.ts';
import { useSending, type Sending } from './use-sending.ts';
import { markCopied, warnOnLeaving, type Reminder } from './written-reminders.ts';

addEventListener('beforeunload', warnOnLeaving);

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
  /** More are being written. */
  readonly running: boolean;
}

/** The reminders, each with where it goes: one by one to copy, or all when all are written. */
const Written = ({ reminders, sending, running }: WrittenProps): ReactElement => {
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
          actions={
            <CopyToClipboard
              {...copy}
              textToCopy={all.join('\n\n---\n\n')}
              copyButtonText={lines.copyAll}
              disabled={running}
              onCopySuccess={() => {
                markCopied(reminders);
              }}
            />
          }
        >
          {lines.reminders}
        </Header>
      }
    >
      <ul className="error-list">
        {reminders.map((one) => (
          <li
            key={one.link.id}
            // Also of a part that was selected.
            onCopy={() => {
              markCopied([one]);
            }}
          >
            <CustomerLink id={one.customer.customer_id} name={one.customer.customer_name} /> <bdi>{placeOf(one)}</bdi>
            <pre className="secret words-to-send" dir="auto">
              {textOf(one)}
            </pre>
            <CopyToClipboard
              {...copy}
              textToCopy={textOf(one)}
              copyButtonText={lines.copyText}
              onCopySuccess={() => {
                markCopied([one]);
              }}
            />
          </li>
        ))}
      </ul>
    </Container>
  );
};

const LineNames = ({ rows }: { readonly rows: readonly LineRow[] }): ReactElement => (
  <ul className="checks">
    {rows.map(({ id, key, phone, status, customerId, customerName }) => (
      <li key={id} className="subject">
        <CustomerLink id={customerId} name={customerName} />
        <PageLink to={`/lines/${id}`}>{phone ?? key}</PageLink>
        <InstanceStatus status={status} />
      </li>
    ))}
  </ul>
);

interface NextLinesProps {
  readonly waiting: WaitingLines;
  readonly sending: Sending;
  /** The button that writes to them. */
  readonly action: ReactElement | undefined;
}

/** The lines that are reminded next, of all that wait for their customers. */
const NextLines = ({ waiting: { next, total }, sending, action }: NextLinesProps): ReactElement => {
  const { lines, words } = useTexts();
  const { number } = useFormats();
  const count = next.length < total ? words.of(number(next.length), number(total)) : number(total);
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${count})`} description={lines.remindersWhy} actions={action}>
          {lines.waiting}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <SendingChoice {...sending} />
        <LineNames rows={next} />
      </SpaceBetween>
    </Container>
  );
};

interface RunOutcomeProps {
  readonly run: Run;
  /** The lines that were asked for. */
  readonly asked: readonly LineRow[];
  readonly again: () => void;
}

/** How far the lines are that were asked for, and which of them got no link. */
const RunOutcome = ({ run, asked: rows, again }: RunOutcomeProps): ReactElement => {
  const { lines, words } = useTexts();
  const { number } = useFormats();
  const { is, asked, made, leftOut, failed, error } = run;
  return (
    <>
      {is === 'running' && (
        <Progress label={lines.reminders} done={made} failed={failed.length} total={asked} running />
      )}
      {error !== null && <Failure error={error} retry={again} />}
      {is === 'done' && failed.length > 0 && error === null && (
        <Alert type="warning">{words.progress(number(made), number(asked), failed.length)}</Alert>
      )}
      {is === 'done' && leftOut.length > 0 && <Alert type="info">{lines.leftOut(leftOut.length)}</Alert>}
      <LineNames rows={rows.filter(({ id }) => failed.includes(id) || leftOut.includes(id))} />
    </>
  );
};

/** Reminders for all customers whose lines wait for them. */
const Reminders = (): ReactElement => {
  const { lines } = useTexts();
  const sending = useSending();
  const mayWrite = useMay('instances.write');
  const [given] = useAddress('lines');
  const chosen = given === '' ? null : given.split(',');
  const { waiting, run, reminders, begin } = useReminders(chosen);
  const [asked, setAsked] = useState<readonly LineRow[]>([]);
  const next = waiting.data?.next ?? [];
  const write = (): void => {
    setAsked(next);
    void begin(next, sending.language);
  };
  const action = (
    <Button variant="primary" loading={run.is === 'running'} disabled={next.length === 0} onClick={write}>
      {lines.writeReminders(next.length)}
    </Button>
  );
  return (
    <Page title={lines.reminders} parent={{ name: lines.title, path: '/lines' }}>
      <SpaceBetween size="l">
        {chosen !== null && (
          <div>
            {lines.remindersChosen(chosen.length)} <PageLink to="/lines/reminders">{lines.remindersAll}</PageLink>
          </div>
        )}
        <Reading of={waiting} lines={6}>
          {(read) =>
            read.total === 0 ? (
              <Empty title={lines.noneWaits} why={lines.noneWaitsWhy} />
            ) : (
              <SpaceBetween size="l">
                <EndpointWarning />
                <NextLines waiting={read} sending={sending} action={mayWrite ? action : undefined} />
              </SpaceBetween>
            )
          }
        </Reading>
        <RunOutcome run={run} asked={asked} again={write} />
        {reminders.length > 0 && <Written reminders={reminders} sending={sending} running={run.is === 'running'} />}
      </SpaceBetween>
    </Page>
  );
};

export default Reminders;
