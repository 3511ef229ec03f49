import type { StackDescription } from '../../local/state-file.ts';

/** What a client of AWS's SDK needs to call the local cloud as its root. */
export const clientSettings = ({
  aws: { endpoint, region, access_key_id: accessKeyId, secret_access_key: secretAccessKey },
}: Pick<StackDescription, 'aws'>) => ({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
