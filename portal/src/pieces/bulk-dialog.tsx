import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState, type ReactElement } from 'react';
import { Refusal } from '../../../packages/client/src/refusal.ts';
import { runAll } from '../api/run-all.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { Progress } from './progress.tsx';
import { useLeaving } from './use-leaving.ts';

interface BulkRow {
  readonly id: string;
  readonly name: string;
}

interface BulkDialogProps {
  readonly title: string;
  readonly why: string;
  readonly verb: string;
  readonly rows: readonly BulkRow[];
  readonly act: (id: string) => Promise<void>;
  /** Called when all rows have their result. */
  readonly ended: () => void;
  readonly close: () => void;
}

/** What became of each row; null: it was carried out. */
type Results = ReadonlyMap<string, unknown>;

const RowResult = ({ row, results }: { readonly row: BulkRow; readonly results: Results }): ReactElement => {
  const { errors, failures } = useTexts();
  const error = results.get(row.id);
  if (!results.has(row.id)) return <StatusIndicator type="pending">{row.name}</StatusIndicator>;
  if (error === null) return <StatusIndicator type="success">{row.name}</StatusIndicator>;
  const codes: Readonly<Record<string, { readonly what: string } | undefined>> = errors.codes;
  return (
    <>
      <StatusIndicator type="error">{row.name}</StatusIndicator>
      <Box variant="small" display="block">
        {error instanceof Refusal ? (codes[error.code]?.what ?? error.message) : failures.noAnswer}
      </Box>
    </>
  );
};

/** Carries out an act on each row. What failed can be tried again alone; closing it ends what was not begun. */
export const BulkDialog = ({ title, why, verb, rows, act, ended, close }: BulkDialogProps): ReactElement => {
  const { words } = useTexts();
  const [results, setResults] = useState<Results>(new Map());
  const [isRunning, setRunning] = useState(false);
  const leaving = useLeaving();
  const open = rows.filter(({ id }) => results.get(id) !== null);
  const failed = open.filter(({ id }) => results.has(id)).length;
  const run = async (): Promise<void> => {
    const ids = open.map(({ id }) => id);
    setResults(new Map(Array.from(results).filter(([, error]) => error === null)));
    setRunning(true);
    const take = (id: string, error: unknown): void => {
      setResults((before) => new Map(before).set(id, error));
    };
    await runAll(ids, act, take, leaving.current.signal);
    setRunning(false);
    ended();
  };
  return (
    <Dialog
      title={title}
      verb={failed > 0 ? words.retry : verb}
      state={{ is: isRunning ? 'running' : open.length === 0 ? 'done' : 'idle' }}
      ready={open.length > 0}
      close={close}
      submit={() => {
        void run();
      }}
    >
      <div>{why}</div>
      {(isRunning || results.size > 0) && (
        <Progress
          label={title}
          done={rows.length - open.length}
          failed={failed}
          total={rows.length}
          running={isRunning}
        />
      )}
      <ul className="checks" aria-live="polite">
        {rows.map((row) => (
          <li key={row.id}>
            <RowResult row={row} results={results} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
