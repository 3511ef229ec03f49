import { DatabaseSync } from 'node:sqlite';
import { PersistenceManager } from './fauxqs.ts';

/** The queues' database, with a correction of an error of fauxqs 2.4.1. */
export class QueuePersistence extends PersistenceManager {
  readonly #database: DatabaseSync;

  constructor(directory: string) {
    super(directory);
    const database: unknown = Reflect.get(this, 'db');
    if (!(database instanceof DatabaseSync)) throw new Error('fauxqs stores its queues in an unexpected way');
    this.#database = database;
    // A crash of the process loses nothing. A crash of the machine may lose the last messages.
    database.exec('PRAGMA synchronous = OFF');
  }

  /** The original sets the receive count to NULL, which the table refuses, so that a visibility timeout of 0 fails. */
  override updateMessageReady(messageId: string): void {
    this.#database
      .prepare('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?')
      .run(messageId);
  }
}
