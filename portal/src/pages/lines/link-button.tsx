import Button from '@cloudscape-design/components/button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useMay } from '../../api/member.ts';
import { useTexts } from '../../texts/texts.ts';

// The dialog is loaded when it is opened.
const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }));

interface LinkButtonProps {
  readonly lineId: string;
  readonly mode: 'connect' | 'reconnect';
}

/** The button that makes a link for a line; none for a member who may not. */
export const LinkButton = ({ lineId, mode }: LinkButtonProps): ReactElement | null => {
  const { lines } = useTexts();
  const mayWrite = useMay('instances.write');
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {lines[mode]}
      </Button>
      {isOpen && (
        <Suspense>
          <ConnectDialog
            lineId={lineId}
            mode={mode}
            close={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
