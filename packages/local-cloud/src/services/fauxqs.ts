/**
 * The parts of fauxqs that are used here. Its package exports only its server, which listens on every network. Only the
 * gateway may be reachable, so the parts are imported one by one. package.json pins the version;
 * test/local-cloud/services/emulators.test.ts fails when another version lacks one of them.
 */
import { buildApp } from 'fauxqs';
import { S3Store } from '../../../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../../../node_modules/fauxqs/dist/sns/snsStore.js';
import { SqsStore } from '../../../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import { INVALID_MESSAGE_BODY_CHAR } from '../../../../node_modules/fauxqs/dist/sqs/sqsTypes.js';
import { region } from './names.ts';

export { PersistenceManager } from '../../../../node_modules/fauxqs/dist/persistence.js';
export type { SqsQueue } from '../../../../node_modules/fauxqs/dist/sqs/sqsStore.js';
export type { SqsMessage } from '../../../../node_modules/fauxqs/dist/sqs/sqsTypes.js';
export { SnsStore, SqsStore };

/**
 * The characters that SQS refuses. fauxqs looks at the units of UTF-16, and so would refuse every character beyond U+FFFF.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
const refused = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
Object.defineProperty(INVALID_MESSAGE_BODY_CHAR, 'test', { value: (body: string) => refused.test(body) });

/** SQS with its queues in the store, without a port. */
export const buildFauxqs = (sqsStore: SqsStore, snsStore: SnsStore): ReturnType<typeof buildApp> =>
  buildApp({ logger: false, defaultRegion: region, stores: { sqsStore, snsStore, s3Store: new S3Store() } });
