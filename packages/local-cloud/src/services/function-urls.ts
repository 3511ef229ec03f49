import type { Signer } from './authorization.ts';
import { AwsError, type AwsAnswer, type AwsRequest, type AwsService } from './aws-service.ts';
import { parseFunctionUrlPath } from './names.ts';
import { isSignedBy } from './signature.ts';

/** A call of a function's URL, with its verified signer. */
export interface FunctionUrlCall {
  /** With the qualifier of an alias. */
  readonly functionName: string;
  readonly method: string;
  /** Below the URL, still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signer: Signer;
}

/** @throws AwsError */
export type FunctionUrlBackend = (call: FunctionUrlCall) => Promise<AwsAnswer>;

/** In the words of AWS: https://docs.aws.amazon.com/IAM/latest/UserGuide/signature-v4-troubleshooting.html */
const mismatch =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.';

const textHeaders = (headers: AwsRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined));

const accessKeyIdOf = (authorization = ''): string => /Credential=([^/\s]+)\//.exec(authorization)?.[1] ?? '';

/** The URLs of functions, with the authentication type AWS_IAM. The signer's permission is checked before. */
export const createFunctionUrls = (
  signerOf: (accessKeyId: string) => Signer | undefined,
): { handle: AwsService; setBackend: (backend: FunctionUrlBackend) => void } => {
  let backend: FunctionUrlBackend | undefined;
  return {
    handle: async (request) => {
      const target = parseFunctionUrlPath(request.path);
      if (backend === undefined || target === undefined) {
        throw new AwsError('ServiceException', 'No functions are running yet', 500);
      }
      const signer = signerOf(accessKeyIdOf(request.headers.authorization));
      if (signer === undefined || !(await isSignedBy(request, signer, Date.now()))) {
        throw new AwsError('InvalidSignatureException', mismatch);
      }
      const { method, body } = request;
      return backend({ ...target, method, body, headers: textHeaders(request.headers), signer });
    },
    setBackend: (given) => {
      backend = given;
    },
  };
};
