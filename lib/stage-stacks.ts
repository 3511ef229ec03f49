import { edgeRegion } from './address.ts';
import { standbyOf } from './standby.ts';
import type { DeployedStage, StageConfig } from './stages.ts';

/** A part of a stage with a stack of its own. The service's stack is named after the stage alone, in either region. */
export type StagePart = 'service' | 'edge' | 'copies' | 'replica' | 'standby' | 'delivery';

export const stackNameOf = (stageName: string, part: StagePart): string =>
  part === 'service' || part === 'standby' ? `swift-worker-${stageName}` : `swift-worker-${stageName}-${part}`;

export interface StageStack {
  readonly part: StagePart;
  readonly name: string;
  readonly region: string;
}

/** The region of a part of a stage that has the part. */
export const regionOf = (stage: StageConfig, part: StagePart): string => {
  switch (part) {
    case 'service':
    case 'delivery':
      return stage.region;
    case 'edge':
      return edgeRegion;
    case 'copies':
    case 'replica':
    case 'standby': {
      const region = stage.name === 'local' ? undefined : stage[part === 'copies' ? 'backup' : 'replica']?.region;
      if (region === undefined) throw new Error(`${stage.name} has no ${part}`);
      return region;
    }
  }
};

/**
 * The stacks that a deployment of the stage deploys, in order. The stack of the role that deploys them is none of
 * them. The role and the preflight derive their regions from this list.
 */
export const stacksOf = (stage: DeployedStage): readonly StageStack[] => {
  const parts: readonly StagePart[] = [
    ...(stage.backup === undefined ? [] : (['copies'] as const)),
    ...(stage.domain?.edge === undefined ? [] : (['edge'] as const)),
    ...(stage.replica === undefined ? [] : (['replica'] as const)),
    'service',
    ...(standbyOf(stage) === null ? [] : (['standby'] as const)),
  ];
  return parts.map((part) => ({ part, name: stackNameOf(stage.name, part), region: regionOf(stage, part) }));
};

/** The regions of the stage's stacks, the stage's own first. */
export const regionsOf = (stage: DeployedStage): readonly string[] => [
  ...new Set([stage.region, ...stacksOf(stage).map(({ region }) => region)]),
];

/** The stacks with topics for alarms, which mails are subscribed to. */
export const withAlarms = (stage: DeployedStage): readonly StageStack[] =>
  stacksOf(stage).filter(({ part }) => part === 'service' || part === 'edge');
