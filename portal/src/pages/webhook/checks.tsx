import Alert from '@cloudscape-design/components/alert';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { WebhookCheck } from '../../../../packages/client/src/schemas.ts';
import { useTexts } from '../../texts/texts.ts';

/** What the checks of an address found, none of which was stored. */
export const Checks = ({ checks }: { readonly checks: readonly WebhookCheck[] }): ReactElement => {
  const { webhook } = useTexts();
  const passed = checks.every(({ ok }) => ok);
  return (
    <Alert type={passed ? 'success' : 'error'} header={passed ? webhook.allPassed : webhook.notPassed}>
      {passed && <p className="tight">{webhook.allPassedWhy}</p>}
      <ul className="checks" aria-label={webhook.checks}>
        {checks.map(({ name, ok, detail }) => (
          <li key={name}>
            <StatusIndicator type={ok ? 'success' : 'error'} iconAriaLabel={ok ? webhook.passed : webhook.failed}>
              {webhook.checkNames[name]}
            </StatusIndicator>
            {detail !== null && <div className="breakable">{detail}</div>}
          </li>
        ))}
      </ul>
    </Alert>
  );
};
