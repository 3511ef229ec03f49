import { userInfo } from 'node:os';
import type { AccessRecorder } from './access-record.ts';
import { AwsError, type AwsRequest } from './aws-service.ts';
import { globalContext } from './iam/required-access.ts';
import { compilePolicy, type Access, type Policy, type PolicyStatement } from './iam/policy.ts';
import { account } from './names.ts';

/** The owner of an access key, with the policies of its role. */
export interface Principal {
  readonly accessKeyId: string;
  readonly roleArn: string;
  readonly statements: readonly PolicyStatement[];
  /** The name of the role's session in errors; for a function, its name. Default: the access key's id. */
  readonly sessionName?: string;
  /** The secret that signatures are checked with. Without it, the principal can't call functions' URLs. */
  readonly secretAccessKey?: string;
}

/** The caller that signed a request, as a function's URL passes it to the function. */
export interface Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly arn: string;
  /** Unique, as `aws:userid` is. */
  readonly id: string;
}

/** The access key of the local cloud itself and of the person at the terminal. It may do everything. */
export const rootAccessKeyId = 'root';

export interface Authorization {
  readonly add: (principal: Principal) => void;
  /** @throws AwsError AccessDeniedException, or UnrecognizedClientException for an unknown access key */
  check(request: AwsRequest, accessKeyId: string, required: readonly Access[] | undefined): void;
  /** Whether the policies allow an access. It is not recorded. */
  allows(accessKeyId: string, access: Access): boolean;
  /** Undefined: no principal with this access key has a secret to check signatures with. */
  signer(accessKeyId: string): Signer | undefined;
}

/** A process in a container may have no account. */
const accountName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
};

/** The person who started the local cloud: only that person can read the file with the credentials. */
const rootSigner = (): Signer => ({
  accessKeyId: rootAccessKeyId,
  secretAccessKey: rootAccessKeyId,
  arn: `arn:aws:iam::${account}:user/${accountName()}`,
  id: 'AIDAROOT',
});

const withGlobalContext = ({ roleArn }: Principal, access: Access): Access => ({
  ...access,
  context: () => ({ ...globalContext(roleArn), ...access.context() }),
});

export const createAuthorization = (log: (line: string) => void, record: AccessRecorder): Authorization => {
  const principals = new Map<string, { principal: Principal; policy: Policy }>();
  return {
    add: (principal) => {
      principals.set(principal.accessKeyId, { principal, policy: compilePolicy(principal.statements) });
    },
    signer: (accessKeyId) => {
      if (accessKeyId === rootAccessKeyId) return rootSigner();
      const { principal } = principals.get(accessKeyId) ?? {};
      if (principal?.secretAccessKey === undefined) return undefined;
      const { secretAccessKey, roleArn, sessionName = accessKeyId } = principal;
      return {
        accessKeyId,
        secretAccessKey,
        arn: sessionArn(principal),
        id: `AROA${roleNameOf(roleArn).toUpperCase()}:${sessionName}`,
      };
    },
    allows: (accessKeyId, access) => {
      if (accessKeyId === rootAccessKeyId) return true;
      const known = principals.get(accessKeyId);
      return known?.policy(withGlobalContext(known.principal, access)).allowed === true;
    },
    check: (request, accessKeyId, required) => {
      if (accessKeyId === rootAccessKeyId) return;
      if (accessKeyId === '') {
        // No access is needed: the operation is public.
        if (required?.length === 0) return;
        throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
      }
      const known = principals.get(accessKeyId);
      if (known === undefined) {
        throw new AwsError('UnrecognizedClientException', 'The security token included in the request is invalid.');
      }
      const { principal, policy } = known;
      if (required === undefined) {
        const action = `${request.service}:${request.operation}`;
        throw new AwsError(
          'AccessDeniedException',
          `User: ${sessionArn(principal)} is not authorized to perform: ${action} (the local cloud does not know this action)`,
        );
      }
      for (const access of required) {
        const decision = policy(withGlobalContext(principal, access));
        const { action, resource } = access;
        const { sessionName = accessKeyId } = principal;
        record.add({ sessionName, action, resource, purpose: purposeOf(access), allowed: decision.allowed });
        if (decision.allowed) continue;
        const message = denial(principal, request, access, decision.explicit, decision.problems);
        log(message);
        throw new AwsError('AccessDeniedException', message);
      }
    },
  };
};

/** Only KMS requests have an encryption context. The context of other requests is not computed. */
const purposeOf = ({ action, context }: Access): string | null =>
  action.startsWith('kms:') ? (context()['kms:encryptioncontext:purpose']?.[0] ?? null) : null;

/** In the words of AWS: https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
const denial = (
  principal: Principal,
  request: AwsRequest,
  access: Access,
  explicit: boolean,
  problems: readonly string[],
): string => {
  // In this message only SQS writes actions in lower case.
  const action = request.service === 'sqs' ? access.action.toLowerCase() : access.action;
  const reason = explicit
    ? 'with an explicit deny in an identity-based policy'
    : `because no identity-based policy allows the ${action} action`;
  const unread =
    problems.length === 0 ? '' : ` (not evaluated by the local cloud: ${[...new Set(problems)].join('; ')})`;
  return `User: ${sessionArn(principal)} is not authorized to perform: ${action} on resource: ${access.resource} ${reason}${unread}`;
};

const roleNameOf = (roleArn: string): string => roleArn.split('/').at(-1) ?? '';

const sessionArn = ({ roleArn, accessKeyId, sessionName = accessKeyId }: Principal): string =>
  `arn:aws:sts::${account}:assumed-role/${roleNameOf(roleArn)}/${sessionName}`;
