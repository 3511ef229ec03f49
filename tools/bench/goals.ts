import type { Goal, Measurement } from './section.ts';

const ratioOf = ({ ours, peer }: Goal): number | null => (peer === null ? null : ours / peer.figure);

const isMet = (goal: Goal): boolean =>
  (goal.goal.of === 'figure' ? goal.ours : (ratioOf(goal) ?? Infinity)) <= goal.goal.most;

/** All goals of a run, as the last table. */
export const goalTable = (goals: readonly Goal[]): Measurement => ({
  title: 'Goals',
  head: ['row', 'unit', 'ours', 'peer', 'its figure', 'ratio', 'goal', 'met'],
  rows: goals.map((goal) => {
    const { row, unit, ours, peer } = goal;
    const most = goal.goal.of === 'figure' ? `≤ ${goal.goal.most}` : `≤ ${goal.goal.most} × the peer`;
    return [
      row,
      unit,
      ours,
      peer?.name ?? '–',
      peer?.figure ?? '–',
      ratioOf(goal) ?? '–',
      most,
      isMet(goal) ? 'yes' : 'NO',
    ];
  }),
});
