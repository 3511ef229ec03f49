import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState, type ReactElement, type ReactNode } from 'react';
import { isRefusal, Refusal } from '../../../packages/client/src/refusal.ts';
import type { ErrorBody } from '../../../packages/client/src/schemas.ts';
import { useMember, type Role } from '../api/member.ts';
import { useTexts, type Texts } from '../texts/texts.ts';
import { PageLink } from './page-link.tsx';
import { useCountdown } from './use-countdown.ts';
import { useFormats } from './use-formats.ts';

/** What a refusal is called in the reader's language. */
const headlineOf = ({ failures }: Texts, code: string): string => {
  const known: Readonly<Record<string, string | undefined>> = failures.codes;
  return known[code] ?? failures.other;
};

const isForbidden = (code: string): boolean => code === ('forbidden_role' satisfies ErrorBody['code']);

/** Says which roles may, where the member's own may not. */
const RolesHint = ({ roles }: { readonly roles: readonly Role[] }): ReactElement => {
  const { failures, words } = useTexts();
  const { list } = useFormats();
  const { member } = useMember();
  return (
    <div>
      {failures.rolesMay(list(roles.map((role) => words.roles[role])))} {failures.yourRole(words.roles[member.role])}
    </div>
  );
};

const Details = ({ refusal }: { readonly refusal: Refusal }): ReactNode => {
  const { failures } = useTexts();
  if (isRefusal(refusal, 'slot_limit_reached') && refusal.details !== undefined) {
    return <div>{failures.slots(refusal.details.occupied, refusal.details.limit)}</div>;
  }
  if (isRefusal(refusal, 'customer_merged') && refusal.details !== undefined) {
    return <PageLink to={`/customers/${refusal.details.merged_into}`}>{failures.toMerged}</PageLink>;
  }
  return null;
};

interface FailureProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
  /** Who may, for a member who may not. */
  readonly roles?: readonly Role[];
}

const writers: readonly Role[] = ['owner', 'admin', 'developer'];

/** An error of the service, or the lack of an answer: what happened, the id to name when asking, and another try. */
export const Failure = ({ error, retry, roles = writers }: FailureProps): ReactElement => {
  const texts = useTexts();
  const { failures, words } = texts;
  const refusal = error instanceof Refusal ? error : null;
  const [until, setUntil] = useState<{ readonly of: unknown; readonly at: number | null }>({ of: null, at: null });
  if (until.of !== error) {
    const wait = refusal?.retryAfter ?? null;
    setUntil({ of: error, at: wait === null ? null : Date.now() + wait });
  }
  const left = useCountdown(until.at);
  const action =
    retry === undefined ? undefined : (
      <Button onClick={retry} disabled={left > 0} iconName="refresh">
        {words.retry}
      </Button>
    );
  return (
    <Alert
      type={refusal === null ? 'warning' : 'error'}
      header={refusal === null ? failures.noAnswer : headlineOf(texts, refusal.code)}
      action={action}
    >
      {refusal === null ? (
        failures.noAnswerWhy
      ) : (
        <>
          <div>{refusal.message}</div>
          <Details refusal={refusal} />
          {isForbidden(refusal.code) && <RolesHint roles={roles} />}
          {left > 0 && <div>{failures.retryIn(left)}</div>}
          {refusal.requestId !== null && (
            <Box variant="small">
              {words.requestId}: <code>{refusal.requestId}</code>
            </Box>
          )}
        </>
      )}
    </Alert>
  );
};
