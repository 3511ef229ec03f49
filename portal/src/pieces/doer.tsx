import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { HistoryEntry } from '../../../packages/client/src/schemas.ts';
import { useKeyNames } from '../api/key-names.ts';
import { useMemberNames } from '../api/member-names.ts';
import { useTexts } from '../texts/texts.ts';
import { Copyable } from './copyable.tsx';

/** Who did something, and by which call. */
export const Doer = ({ actor, request_id: requestId }: Pick<HistoryEntry, 'actor' | 'request_id'>): ReactElement => {
  const { customers, words } = useTexts();
  const names = useMemberNames();
  const keys = useKeyNames();
  return (
    <>
      <div className="breakable">
        {actor.type === 'member' ? (names.get(actor.id) ?? customers.actors.member) : customers.actors[actor.type]}
      </div>
      {actor.type === 'partner_key' && (
        <Box variant="small" display="block">
          <span className="clamped" dir="auto" title={actor.id}>
            {keys.get(actor.id) ?? actor.id}
          </span>
        </Box>
      )}
      <Box variant="small" display="block">
        {words.requestId}:<br />
        <Copyable text={requestId} name={words.requestId} />
      </Box>
    </>
  );
};
