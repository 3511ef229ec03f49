import type { ReactNode } from 'react';
import { isRefusal, type Refusal } from '../../../packages/client/src/refusal.ts';
import { fieldProblems } from '../api/field-problems.ts';
import { useTexts, type Texts } from '../texts/texts.ts';
import { fieldLabel } from './field-label.ts';
import { PageLink } from './page-link.tsx';
import { ruleText } from './rule-text.ts';

const stateName = ({ words }: Texts, state: string): string => {
  const known: Readonly<Record<string, string | undefined>> = { ...words.customer, ...words.instance };
  return known[state] ?? state;
};

/** What the details of a refusal tell the reader. */
export const FailureDetails = ({ refusal }: { readonly refusal: Refusal }): ReactNode => {
  const texts = useTexts();
  const { errors, failures } = texts;
  const problems = fieldProblems(refusal.code, refusal.details);
  if (problems.length > 0) {
    return (
      <ul className="tight">
        {problems.map(({ field, rule }) => (
          <li key={`${field} ${rule}`} className="breakable">
            {fieldLabel(texts, field)}: {ruleText(texts, rule)}
          </li>
        ))}
      </ul>
    );
  }
  if (isRefusal(refusal, 'slot_limit_reached') && refusal.details !== undefined) {
    return <div>{failures.slots(refusal.details.occupied, refusal.details.limit)}</div>;
  }
  if (isRefusal(refusal, 'customer_merged') && refusal.details !== undefined) {
    return <PageLink to={`/customers/${refusal.details.merged_into}`}>{failures.toMerged}</PageLink>;
  }
  if (isRefusal(refusal, 'invalid_state') && refusal.details !== undefined) {
    return <div>{errors.state(stateName(texts, refusal.details.state))}</div>;
  }
  const platform =
    isRefusal(refusal, 'platform_error') || isRefusal(refusal, 'platform_rate_limited') ? refusal.details : undefined;
  return platform === undefined || platform.code === null ? null : (
    <div>{errors.platformCode(String(platform.code))}</div>
  );
};
