import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useFormats } from './use-formats.ts';

/** A time in the reader's zone; a dash for none. */
export const Moment = ({ at }: { readonly at: string | null }): ReactElement => {
  const { dateTime, fullDateTime } = useFormats();
  const { words } = useTexts();
  return at === null ? (
    <>{words.none}</>
  ) : (
    <time dateTime={at} title={fullDateTime(at)}>
      {dateTime(at)}
    </time>
  );
};
