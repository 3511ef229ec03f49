import Alert from '@cloudscape-design/components/alert';
import type { ReactElement } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Progress } from '../../pieces/progress.tsx';
import { useTexts } from '../../texts/texts.ts';

/** How far the latest resend is. It is found again after a reload. */
export const ResendProgress = (): ReactElement | null => {
  const { webhook } = useTexts();
  const { data } = useRead('get-partner-webhook-resend', {}, { while: ({ resend }) => resend.status === 'running' });
  if (data === undefined) return null;
  const { status, done, total } = data.resend;
  if (status === 'failed') return <Alert type="error" header={webhook.resendFailed} />;
  if (status === 'completed') return null;
  return <Progress label={webhook.resendRunning} done={done} failed={0} total={total} running />;
};
