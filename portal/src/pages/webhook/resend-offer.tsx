import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import type { GetPartnerWebhookEndpointResponse } from '../../../../packages/client/src/schemas.ts';
import { useMay } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/texts.ts';
import { ResendProgress } from './resend-progress.tsx';

// The dialog is loaded when it is opened.
const ResendDialog = lazy(async () => ({ default: (await import('./resend-dialog.tsx')).ResendDialog }));

/** The counts follow what is sent again some seconds later. */
const hasUndelivered = ({ endpoint }: GetPartnerWebhookEndpointResponse): boolean =>
  endpoint !== null && endpoint.undelivered > 0;

/** After a change of the endpoint: sends what the former one did not take to the new one. */
export const ResendOffer = (): ReactElement | null => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const [asking, setAsking] = useState(false);
  const [begun, setBegun] = useState<string | null>(null);
  const { data } = useRead('get-partner-webhook-endpoint', {}, { while: hasUndelivered });
  const { endpoint } = data ?? {};
  const isOffered = mayWrite && endpoint?.enabled === true && endpoint.undelivered > 0;
  return (
    <>
      <ResendProgress begun={begun} />
      {isOffered && (
        <Alert
          type="info"
          header={webhook.resendAfter}
          action={
            <Button
              onClick={() => {
                setAsking(true);
              }}
            >
              {webhook.resendMany}
            </Button>
          }
        >
          {webhook.resendAfterWhy}
        </Alert>
      )}
      <Suspense>
        {asking && (
          <ResendDialog
            begun={setBegun}
            close={() => {
              setAsking(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
};
