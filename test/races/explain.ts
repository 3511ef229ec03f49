import type { Command } from './command.ts';
import type { Model } from './model.ts';
import { firstStep, type Step } from './steps.ts';

/** What a caller asked, and what it was answered. */
export interface Answered {
  readonly command: Command;
  readonly answer: string;
}

interface Waiting {
  readonly step: Step;
  readonly wanted: string;
}

/** Every end that the callers can come to; a place that was passed before is passed only once. */
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

/** Every state that some order of the racing commands leads to, in which each is answered as it was; none explains them. */
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
