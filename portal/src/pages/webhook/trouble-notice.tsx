import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { ReactElement } from 'react';
import type { WebhookEndpointState } from '../../../../packages/client/src/schemas.ts';
import { useMay } from '../../api/member.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { timeUntilDisabled } from './outage.ts';
import type { Repair } from './use-repair.ts';

const verbOf = ({ webhook }: Texts, { health, undelivered }: WebhookEndpointState): string => {
  if (health !== 'disabled') return webhook.checkNow;
  return undelivered > 0 ? webhook.enableAndSend : webhook.enable;
};

interface TroubleNoticeProps {
  readonly endpoint: WebhookEndpointState;
  readonly repair: Repair;
}

/** What is wrong with the endpoint, when it is going to be disabled, and the button that brings it back. */
export const TroubleNotice = ({ endpoint, repair }: TroubleNoticeProps): ReactElement | null => {
  const texts = useTexts();
  const { webhook } = texts;
  const { timeLeft } = useFormats();
  const mayWrite = useMay('webhook.write');
  const { health } = endpoint;
  if (health === 'healthy') return null;
  const left = timeUntilDisabled(endpoint, Date.now());
  return (
    <Alert
      type={health === 'paused' || health === 'disabled' ? 'error' : 'warning'}
      header={webhook.healthTitle[health]}
      action={
        mayWrite && health !== 'slow' ? (
          <Button loading={repair.state.is === 'running'} onClick={repair.run}>
            {verbOf(texts, endpoint)}
          </Button>
        ) : undefined
      }
    >
      {webhook.healthWhy[health]} {left !== null && webhook.disabledIn(timeLeft(left))}
    </Alert>
  );
};
