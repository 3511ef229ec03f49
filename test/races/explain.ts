import type { Command } from './command.ts';
import type { Model } from './model.ts';
import { firstStep, type Step } from './steps.ts';

/** What a caller requested, and its answer. */
export interface Answered {
  readonly command: Command;
  readonly answer: string;
}

interface Waiting {
  readonly step: Step;
  readonly wanted: string;
}

/** Every possible end of the callers. Each state on the way is visited once. */
const endsOf = (model: Model, waiting: readonly Waiting[], passed: Set<string>): readonly Model[] => {
  if (waiting.length === 0) return [model];
  const place = JSON.stringify([model, waiting.map(({ step, wanted }) => [step.name, wanted])]);
  if (passed.has(place)) return [];
  passed.add(place);
  return waiting.flatMap(({ step, wanted }, index) =>
    step.take(model).flatMap((next) => {
      if ('then' in next) return endsOf(next.model, waiting.with(index, { step: next.then, wanted }), passed);
      return next.answer === wanted ? endsOf(next.model, waiting.toSpliced(index, 1), passed) : [];
    }),
  );
};

const distinct = (models: readonly Model[]): readonly Model[] =>
  Array.from(new Map(models.map((model) => [JSON.stringify(model), model])).values());

/** The states after the orders of the racing commands that give each its actual answer; empty when no order does. */
export const explanations = (models: readonly Model[], answered: readonly Answered[]): readonly Model[] =>
  distinct(
    models.flatMap((model) =>
      endsOf(
        model,
        answered.map(({ command, answer }, worker) => ({ step: firstStep(command, model, worker), wanted: answer })),
        new Set(),
      ),
    ),
  );
