import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { Refusal, type ErrorCode } from '../../../packages/client/src/refusal.ts';
import { useMember, type Role } from '../api/member.ts';
import { useRead } from '../api/use-read.ts';
import { isAt, places, type Place } from '../shell/places.ts';
import { usePlaceNames } from '../shell/use-place-names.ts';
import type { ErrorText } from '../texts/en/errors.ts';
import { useTexts } from '../texts/texts.ts';
import { FailureDetails } from './failure-details.tsx';
import { isolated } from './isolated.ts';
import { PageLink } from './page-link.tsx';
import { SupportLink } from './support-link.tsx';
import { useSupported } from './support.ts';
import { useCountdown } from './use-countdown.ts';
import { useFormats } from './use-formats.ts';

/** The refusals whose sentence tells more than the code, such as which record or which limit. It is in English. */
const sentencesThatTell: ReadonlySet<string> = new Set<ErrorCode>([
  'validation_failed',
  'unknown_route',
  'conflicting_selectors',
  'not_found',
  'invalid_state',
  'webhook_validation_failed',
  'platform_error',
  'platform_rate_limited',
]);

/** What another try does not cure. */
const lasting: ReadonlySet<string> = new Set<ErrorCode>(['forbidden_role', 'forbidden_scope', 'not_found']);

const isForbidden = (code: string): boolean => code === ('forbidden_role' satisfies ErrorCode);

/** Says which roles may, where the member's own may not. */
const RolesHint = ({ roles }: { readonly roles: readonly Role[] }): ReactElement => {
  const { failures, words } = useTexts();
  const { list } = useFormats();
  const { member } = useMember();
  const { data } = useRead('list-partner-members', { page_size: 100 });
  const owners = (data?.items ?? []).filter(({ role, status }) => role === 'owner' && status === 'active');
  return (
    <div>
      {failures.rolesMay(list(roles.map((role) => words.roles[role])))} {failures.yourRole(words.roles[member.role])}
      {owners.length > 0 && <div>{failures.askThem(list(owners.map(({ email }) => isolated(email))))}</div>}
    </div>
  );
};

/** Where the member finds what the remedy speaks of. */
const remedyPlaces: Readonly<Partial<Record<string, Place['name']>>> = {
  forbidden_role: 'team',
  forbidden_scope: 'team',
  slot_limit_reached: 'lines',
  remote_removal_failed: 'lines',
  waba_scope_required: 'templates',
  webhook_validation_failed: 'webhook',
} satisfies Partial<Record<ErrorCode, Place['name']>>;

/** Leads to where the remedy says to go. On that page itself, it is left out. */
const RemedyLink = ({ code }: { readonly code: string }): ReactElement | null => {
  const nameOf = usePlaceNames();
  const [location] = useLocation();
  const place = places.find(({ name }) => name === remedyPlaces[code]);
  if (place === undefined || isAt(place.path, location)) return null;
  return <PageLink to={place.path}>{nameOf(place.name)}</PageLink>;
};

interface FailureProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
  /** Who may, for a member who may not. */
  readonly roles?: readonly Role[];
  /** When the facts were read that are shown although they could not be read again, in milliseconds. */
  readonly shownSince?: number | undefined;
}

const writers: readonly Role[] = ['owner', 'admin', 'developer'];

/** A refusal as the service sent it, in a small font. */
const RefusalText = ({ refusal, known }: { readonly refusal: Refusal; readonly known: boolean }): ReactElement => {
  const { errors, words } = useTexts();
  return (
    <Box variant="small">
      {(!known || sentencesThatTell.has(refusal.code)) && (
        <div className="breakable">
          {errors.said}: <span lang="en">{refusal.message}</span>
        </div>
      )}
      {refusal.requestId !== null && (
        <div>
          {words.requestId}: <code>{refusal.requestId}</code> <SupportLink requestId={refusal.requestId} />
        </div>
      )}
    </Box>
  );
};

/** An error of the service, or the lack of an answer: what happened, the id to name when asking, and another try. */
export const Failure = ({ error, retry, roles = writers, shownSince }: FailureProps): ReactElement => {
  const { errors, failures, words } = useTexts();
  const { dateTime } = useFormats();
  const supported = useSupported();
  const refusal = error instanceof Refusal ? error : null;
  const [until, setUntil] = useState<{ readonly of: unknown; readonly at: number | null }>({ of: null, at: null });
  if (until.of !== error) {
    const wait = refusal?.retryAfter ?? null;
    setUntil({ of: error, at: wait === null ? null : Date.now() + wait });
  }
  const left = useCountdown(until.at);
  const codes: Readonly<Record<string, ErrorText | undefined>> = errors.codes;
  const known = refusal === null ? undefined : codes[refusal.code];
  const { what, remedy } = known ?? errors.other;
  const action =
    retry === undefined || lasting.has(refusal?.code ?? '') ? undefined : (
      <Button onClick={retry} disabled={left > 0} iconName="refresh">
        {words.retry}
      </Button>
    );
  return (
    <Alert
      type={refusal === null ? 'warning' : 'error'}
      header={refusal === null ? failures.noAnswer : what}
      action={action}
    >
      {shownSince !== undefined && <div>{failures.olderFacts(dateTime(new Date(shownSince).toISOString()))}</div>}
      {refusal === null ? (
        failures.noAnswerWhy
      ) : (
        <>
          <div>{supported(remedy)}</div>
          <RemedyLink code={refusal.code} />
          <FailureDetails refusal={refusal} />
          {isForbidden(refusal.code) && <RolesHint roles={roles} />}
          {left > 0 && <div>{failures.retryIn(left)}</div>}
          <RefusalText refusal={refusal} known={known !== undefined} />
        </>
      )}
    </Alert>
  );
};
