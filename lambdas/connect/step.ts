import type { ConnectProgress } from '../domain/connect-session.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import type { ConnectDeps } from './connect-deps.ts';

/** Does one step of a connection and commits that it is done. A repetition after a crash does no harm. */
export type Step = (deps: ConnectDeps, held: SessionRecord, progress: ConnectProgress) => Promise<SessionRecord>;
