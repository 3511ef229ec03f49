import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { InstanceStatus } from '../../pieces/status.tsx';
import { useTexts } from '../../texts/texts.ts';
import { LineActions } from './line-actions.tsx';
import { LineFacts } from './line-facts.tsx';
import { LineNotices } from './line-notices.tsx';
import { LineState } from './line-state.tsx';

/** Whether something happens to the line that ends by itself, such as its customer's connecting it. */
const isChanging = ({ status, session }: Instance): boolean =>
  status === 'connecting' ||
  status === 'deactivating' ||
  session?.status === 'in_progress' ||
  (session?.status === 'open' && status !== 'inactive');

const Line = ({ id }: { readonly id: string }): ReactElement => {
  const { lines } = useTexts();
  const query = useRead('get-partner-instance', { instance_id: id }, { while: ({ instance }) => isChanging(instance) });
  const line = query.data?.instance;
  return (
    <Page
      title={line === undefined ? lines.line : (line.display_phone_number ?? line.instance_key)}
      windowTitle={lines.line}
      parent={{ name: lines.title, path: '/lines' }}
      description={line === undefined ? undefined : <InstanceStatus status={line.status} />}
      actions={line === undefined ? undefined : <LineActions line={line} />}
    >
      {/* Not the skeleton's element: the heading has grown, and would have moved it. */}
      <Reading key={String(line === undefined)} of={query} lines={8}>
        {({ instance }) => (
          <>
            <LineNotices line={instance} />
            <SpaceBetween size="l">
              <LineFacts line={instance} />
              <LineState line={instance} />
            </SpaceBetween>
          </>
        )}
      </Reading>
    </Page>
  );
};

export default Line;
