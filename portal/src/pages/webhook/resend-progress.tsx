import Alert from '@cloudscape-design/components/alert';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import { useSay } from '../../api/flash-context.ts';
import { readAgain } from '../../api/read-again.ts';
import { useRead } from '../../api/use-read.ts';
import { Progress } from '../../pieces/progress.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

/**
 * How far the latest resend is. It is found again after a reload. Its end is said, and what the page shows is read again.
 * @param begun the resend that was begun on this page; null for none
 */
export const ResendProgress = ({ begun }: { readonly begun: string | null }): ReactElement | null => {
  const { webhook } = useTexts();
  const { number } = useFormats();
  const say = useSay();
  const queries = useQueryClient();
  const watched = useRef<string | null>(null);
  const { data } = useRead('get-partner-webhook-resend', {}, { while: ({ resend }) => resend.status === 'running' });
  const resend = data?.resend;
  useEffect(() => {
    if (begun !== null) watched.current = begun;
  }, [begun]);
  useEffect(() => {
    if (resend === undefined) return;
    if (resend.status === 'running') {
      watched.current = resend.id;
      return;
    }
    if (watched.current !== resend.id) return;
    watched.current = null;
    if (resend.status === 'failed') return;
    say(
      resend.total === 0
        ? webhook.resentNone
        : resend.total === 1
          ? webhook.resentOne
          : webhook.resent(number(resend.total)),
    );
    void readAgain(queries, { predicate: ({ queryKey: [route] }) => route !== 'get-partner-webhook-resend' });
  }, [resend, begun, say, webhook, number, queries]);
  if (resend === undefined || resend.status === 'completed') return null;
  // One event that was tried in vain waits again, which the list shows.
  if (resend.status === 'failed')
    return resend.total === 1 ? null : <Alert type="error" header={webhook.resendFailed} />;
  return <Progress label={webhook.resendRunning} done={resend.done} failed={0} total={resend.total} running />;
};
