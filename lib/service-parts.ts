import type { Api } from './constructs/api.ts';
import type { AuditCopies } from './constructs/audit-copies.ts';
import type { EncryptionKey } from './constructs/encryption-key.ts';
import type { Identity } from './constructs/identity.ts';
import type { NoticeSender } from './constructs/notice-sender.ts';
import type { PlatformApp } from './constructs/platform-app.ts';
import type { Storage } from './constructs/storage.ts';
import type { WorkQueues } from './constructs/work-queues.ts';
import type { LocalParameter } from './local-parameters.ts';
import type { StageConfig } from './stages.ts';

/** The parts that the functions of a stage share. */
export interface ServiceParts {
  readonly stage: StageConfig;
  readonly encryption: EncryptionKey;
  readonly storage: Storage;
  readonly identity: Identity;
  readonly api: Api;
  /** The origin of the hosted pages: that of the API, or one of their own. */
  readonly connectUrl: string;
  readonly platform: PlatformApp;
  readonly queues: WorkQueues;
  /** Null in a stage without `noticesFrom`. */
  readonly notices: NoticeSender | null;
  /** Null in a stage without `auditCopy`. */
  readonly auditCopies: AuditCopies | null;
  /** The value of a parameter of the stage `local`. */
  readonly local: (name: LocalParameter) => string;
}
