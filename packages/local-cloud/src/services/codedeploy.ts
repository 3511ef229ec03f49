import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError, jsonAnswer, type AwsService } from './aws-service.ts';

/** What a hook reports: https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_PutLifecycleEventHookExecutionStatus.html */
const report = z.object({
  deploymentId: z.string(),
  lifecycleEventHookExecutionId: z.string(),
  status: z.enum(['Pending', 'InProgress', 'Succeeded', 'Failed', 'Skipped', 'Unknown']),
});
type HookStatus = z.infer<typeof report>['status'];

/** The hooks of deployments. */
export interface CodeDeploy {
  readonly handle: AwsService;
  /**
   * Runs a hook.
   * @param invoke the hook's function, with the event
   * @returns what the hook reported; `Unknown` when it ended without a report
   */
  readonly runHook: (deploymentId: string, invoke: (event: object) => Promise<unknown>) => Promise<HookStatus>;
}

export const createCodeDeploy = (): CodeDeploy => {
  const statuses = new Map<string, HookStatus>();
  return {
    handle: async ({ operation, input }) => {
      const parsed = report.safeParse(input);
      if (operation !== 'PutLifecycleEventHookExecutionStatus')
        throw new AwsError('UnknownOperationException', `${operation} is not supported locally`);
      const id = parsed.data?.lifecycleEventHookExecutionId ?? '';
      if (parsed.data === undefined || !statuses.has(id))
        throw new AwsError('InvalidLifecycleEventHookExecutionIdException', 'No hook with this id is running');
      statuses.set(id, parsed.data.status);
      return Promise.resolve(jsonAnswer({ lifecycleEventHookExecutionId: id }));
    },
    runHook: async (deploymentId, invoke) => {
      const id = randomUUID();
      statuses.set(id, 'Unknown');
      await invoke({ DeploymentId: deploymentId, LifecycleEventHookExecutionId: id });
      const status = statuses.get(id) ?? 'Unknown';
      statuses.delete(id);
      return status;
    },
  };
};
