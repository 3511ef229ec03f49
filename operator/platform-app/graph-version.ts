import { graphVersionEnd, newestGraphVersion, type GraphVersionEnd } from '../../lambdas/domain/graph-versions.ts';
import type { Milliseconds } from '../../lambdas/kernel/time.ts';
import { cure, found, type Finding } from '../doctor/finding.ts';
import type { AppFacts } from './facts.ts';

const move = (version: string) =>
  cure(
    `Set graphVersion in lib/stages.ts to ${version}, and deploy: docs/runbook.md#the-version-of-the-graph-api-ends.`,
  );

const whenOf = (end: GraphVersionEnd): string => {
  switch (end.state) {
    case 'unknown':
      return 'has an end that this checkout does not know';
    case 'open':
      return 'ends two years after the release of the next version, or later';
    case 'ended':
      return `ended on ${end.day}`;
    case 'current':
    case 'ending':
      return end.announced ? `ends on ${end.day}` : `ends on ${end.day} or later, not announced yet`;
  }
};

/** Types keep the ended parameters out of every call: `GraphQuery`. */
const reliance = 'The service relies on none of the legacy behaviours that ended with v26.0 or end with v28.0.';

/** When a version ends, and what the service relies on that has ended. */
export const graphVersionText = (version: string, now: Milliseconds): string =>
  `Graph API ${version} ${whenOf(graphVersionEnd(version, now))}. ${reliance}`;

/** Of the version that the stage uses; null when it is not known. */
export const graphTextOf = (app: AppFacts | null, now: Milliseconds): string | null => {
  const graph = app?.graph ?? null;
  return graph === null ? null : graphVersionText(graph.version, now);
};

const consequence = 'From then on the platform answers as a later version does.';

/** What is to be done about a version; null before 90 days of its end. */
export const endFinding = (version: string, now: Milliseconds): Finding | null => {
  const end = graphVersionEnd(version, now);
  const what = `${version} of the Graph API ${whenOf(end)}.`;
  switch (end.state) {
    case 'unknown':
      return found('graph_version_unknown', 'note', what, [cure('Use the checkout that was deployed.')]);
    case 'ending':
      return found('graph_version_ending', 'warning', `${what} ${consequence}`, [move(newestGraphVersion)]);
    case 'ended':
      return found('graph_version_ended', 'problem', `${what} ${consequence}`, [move(newestGraphVersion)]);
    case 'open':
    case 'current':
      return null;
  }
};

/** That the platform serves another version than the stage asks for. */
export const replacedFindings = (graph: AppFacts['graph']): readonly Finding[] => {
  if (graph === null || graph.served === null || graph.served === graph.version) return [];
  const what = `The platform answers calls of ${graph.version} of the Graph API as ${graph.served}, as it does once a version has ended.`;
  return [found('graph_version_replaced', 'problem', what, [move(graph.served)])];
};

/** What is to be done about the version that a stage uses. */
export const graphFindings = (graph: AppFacts['graph'], now: Milliseconds): readonly Finding[] => {
  const end = graph === null ? null : endFinding(graph.version, now);
  return [...(end === null ? [] : [end]), ...replacedFindings(graph)];
};
