import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { ReactElement } from 'react';
import type { UpdatePartnerMemberNoticesResponse } from '../../../../packages/client/src/schemas.ts';
import { useMember } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { Choice } from '../../pieces/choice.tsx';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Filters } from '../../pieces/filters.tsx';
import { useTexts } from '../../texts/texts.ts';

type Quiet = NonNullable<UpdatePartnerMemberNoticesResponse['notices']['quiet']>;

const halfHours = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0');
  return half % 2 === 0 ? `${hour}:00` : `${hour}:30`;
});

/** A member whose hours have other minutes, or another zone, chose them through the API, and keeps them. */
const timesWith = (chosen: string, other: string) =>
  Array.from(new Set([...halfHours, chosen]))
    .filter((time) => time !== other)
    .sort()
    .map((time) => [time, time] as const);

const night = (): Quiet => ({
  start: '22:00',
  end: '07:00',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

interface QuietTimesProps {
  readonly quiet: Quiet;
  readonly disabled: boolean;
  readonly onChange: (quiet: Quiet) => void;
}

/** When the quiet hours begin and end. */
const QuietTimes = ({ quiet, disabled, onChange }: QuietTimesProps): ReactElement => {
  const { notifications } = useTexts();
  return (
    <Filters>
      <Choice
        label={notifications.quietFrom}
        value={quiet.start}
        options={timesWith(quiet.start, quiet.end)}
        disabled={disabled}
        onChange={(start) => {
          onChange({ ...quiet, start });
        }}
      />
      <Choice
        label={notifications.quietTo}
        value={quiet.end}
        options={timesWith(quiet.end, quiet.start)}
        disabled={disabled}
        onChange={(end) => {
          onChange({ ...quiet, end });
        }}
      />
    </Filters>
  );
};

/** Which notifications the member gets by e-mail. Each change is saved at once. Nothing on a stage that sends none. */
export const MailNotices = (): ReactElement | null => {
  const { notifications } = useTexts();
  const { member, notices: known } = useMember();
  const { state, send, repeat } = useCommand('update-partner-member-notices');
  // A release of before, to which the functions were rolled back, answers without them.
  const notices = known ?? null;
  if (notices === null) return null;
  const { email, quiet } = notices;
  const isRunning = state.is === 'running';
  return (
    <Container
      header={
        <Header variant="h2" description={notifications.mailsWhy(member.email)}>
          {notifications.mails}
        </Header>
      }
    >
      <SpaceBetween size="s">
        <CommandOutcome state={state} again={repeat} />
        <Toggle
          checked={email === 'critical'}
          disabled={isRunning}
          onChange={({ detail }) => {
            void send({ email: detail.checked ? 'critical' : 'off' });
          }}
        >
          {notifications.mailCritical}
        </Toggle>
        <Toggle
          checked={quiet !== null}
          disabled={isRunning}
          description={quiet === null ? notifications.quietWhy : notifications.quietIn(quiet.time_zone)}
          onChange={({ detail }) => {
            void send({ quiet: detail.checked ? night() : null });
          }}
        >
          {notifications.quiet}
        </Toggle>
        {quiet !== null && (
          <QuietTimes
            quiet={quiet}
            disabled={isRunning}
            onChange={(changed) => {
              void send({ quiet: changed });
            }}
          />
        )}
      </SpaceBetween>
    </Container>
  );
};
