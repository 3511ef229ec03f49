import { DatabaseSync } from 'node:sqlite';
import { PersistenceManager } from './fauxqs.ts';

/** The queues' database, with what fauxqs 2.4.1 gets wrong put right. */
export class QueuePersistence extends PersistenceManager {
  readonly #database: DatabaseSync;

  constructor(directory: string) {
    super(directory);
    const database: unknown = Reflect.get(this, 'db');
    if (!(database instanceof DatabaseSync)) throw new Error('fauxqs keeps its queues in another way than expected');
    this.#database = database;
    // A crash of the process loses nothing either way; one of the machine may cost the last messages.
    database.exec('PRAGMA synchronous = OFF');
  }

  /** The original sets the receive count to NULL, which the table refuses, so that a visibility timeout of 0 fails. */
  override updateMessageReady(messageId: string): void {
    this.#database
      .prepare('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?')
      .run(messageId);
  }
}
