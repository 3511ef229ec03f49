import { useRef, useState } from 'react';
import { UnreadableFile, type FileProblem } from '../../../../packages/customer-file/src/faults.ts';
import { likelyUses, type ColumnUse } from '../../../../packages/customer-file/src/header.ts';
import { mostMegabytes, type CsvFile, type ReadAs } from './csv-file.ts';

/** A file that was chosen: as it was read, or why it could not be. */
interface Chosen {
  readonly file: File;
  readonly readAs: ReadAs;
  readonly csv: CsvFile | null;
  readonly uses: readonly ColumnUse[];
  readonly problem: FileProblem | null;
}

interface ChosenFile {
  readonly chosen: Chosen | null;
  readonly isTooLarge: boolean;
  /** The reader did not come, or the file was taken away; null: neither. */
  readonly unread: { readonly error: unknown; readonly again: () => void } | null;
  readonly choose: (file: File | undefined) => void;
  /** Reads the same file in another way. */
  readonly readAs: (changes: Partial<ReadAs>) => void;
  readonly mapColumns: (uses: readonly ColumnUse[]) => void;
}

const asFound: ReadAs = { encoding: null, separator: null };

/** The reader is loaded when there is a file to read. */
const read = async (file: File, readAs: ReadAs): Promise<Chosen> => {
  const { openCsv } = await import('./open-csv.ts');
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const csv = openCsv(bytes, readAs);
    return { file, readAs, csv, uses: likelyUses(csv.header), problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { file, readAs, csv: null, uses: [], problem: error.problems[0] ?? null };
  }
};

/** The file of the page. What was chosen last holds, whichever is read first. */
export const useChosenFile = (): ChosenFile => {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const [unread, setUnread] = useState<ChosenFile['unread']>(null);
  const reads = useRef(0);

  const begin = (file: File, readAs: ReadAs): void => {
    reads.current += 1;
    const own = reads.current;
    setUnread(null);
    read(file, readAs).then(
      (found) => {
        if (own === reads.current) setChosen(found);
      },
      (error: unknown) => {
        if (own !== reads.current) return;
        setUnread({
          error,
          again: () => {
            begin(file, readAs);
          },
        });
      },
    );
  };
  return {
    chosen,
    isTooLarge,
    unread,
    choose: (file) => {
      const tooLarge = file !== undefined && file.size > mostMegabytes * 1024 * 1024;
      reads.current += 1;
      setTooLarge(tooLarge);
      setUnread(null);
      setChosen(null);
      if (file !== undefined && !tooLarge) begin(file, asFound);
    },
    readAs: (changes) => {
      if (chosen !== null) begin(chosen.file, { ...chosen.readAs, ...changes });
    },
    mapColumns: (uses) => {
      if (chosen !== null) setChosen({ ...chosen, uses });
    },
  };
};
