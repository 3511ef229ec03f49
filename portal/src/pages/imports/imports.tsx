import Alert from '@cloudscape-design/components/alert';
import { useSyncExternalStore, type ReactElement } from 'react';
import { useMay, useMember, type Role } from '../../api/member.ts';
import { Page } from '../../pieces/page.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { FilePanel } from './file-panel.tsx';
import { latestRun, watchRun } from './import-run.ts';
import { RunPanel } from './run-panel.tsx';

const importers: readonly Role[] = ['owner', 'admin', 'developer'];

/** Says which roles may import, to a member whose own may not. */
const NotAllowed = (): ReactElement => {
  const { failures, imports, words } = useTexts();
  const { list } = useFormats();
  const { member } = useMember();
  return (
    <Alert type="info" header={imports.mayNot}>
      {failures.rolesMay(list(importers.map((role) => words.roles[role])))}{' '}
      {failures.yourRole(words.roles[member.role])}
    </Alert>
  );
};

/** Imports customers from a CSV file: the file, its columns, what would change, and then the progress to the end. */
const Imports = (): ReactElement => {
  const { customers, imports } = useTexts();
  const mayWrite = useMay('customers.write');
  const { partner } = useMember();
  const latest = useSyncExternalStore(watchRun, latestRun);
  const run = latest?.partnerId === partner.partner_id ? latest : null;
  return (
    <Page
      title={imports.title}
      description={imports.description}
      parent={{ name: customers.title, path: '/customers' }}
    >
      {mayWrite ? run === null ? <FilePanel /> : <RunPanel run={run} /> : <NotAllowed />}
    </Page>
  );
};

export default Imports;
