import { signedPost } from './aws-calls.ts';

/** Invokes a version of a function. @returns what it answered @throws Error when Lambda refuses the call, or the function failed */
export const invokeVersion = async (versionArn: string, event: object): Promise<unknown> => {
  const response = await signedPost('lambda', {
    path: `/2015-03-31/functions/${encodeURIComponent(versionArn)}/invocations`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  });
  if (response.headers.has('x-amz-function-error')) throw new Error('the function failed');
  return response.json();
};

/** https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_PutLifecycleEventHookExecutionStatus.html */
export const reportHook = async (
  { DeploymentId: deploymentId, LifecycleEventHookExecutionId: executionId }: Readonly<Record<string, string>>,
  status: 'Succeeded' | 'Failed',
): Promise<void> => {
  await signedPost('codedeploy', {
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus',
    },
    body: JSON.stringify({ deploymentId, lifecycleEventHookExecutionId: executionId, status }),
  });
};
