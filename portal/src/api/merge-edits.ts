/** The values of a form, by field. */
export type Values<Field extends string> = Readonly<Record<Field, string>>;

/** What became of one field while a member edited it. */
export type FieldMerge =
  | { readonly is: 'unchanged' | 'yours' | 'theirs' | 'agreed'; readonly value: string }
  | { readonly is: 'conflict'; readonly was: string; readonly theirs: string; readonly yours: string };

const mergeField = (was: string, theirs: string, yours: string): FieldMerge => {
  if (theirs === yours) return { is: was === yours ? 'unchanged' : 'agreed', value: yours };
  if (theirs === was) return { is: 'yours', value: yours };
  if (yours === was) return { is: 'theirs', value: theirs };
  return { is: 'conflict', was, theirs, yours };
};

/** Merges edits of two members by field: what only one of them changed is taken, and what both changed is a conflict. */
export const mergeEdits = <Field extends string>(
  fields: readonly Field[],
  was: Values<Field>,
  theirs: Values<Field>,
  yours: Values<Field>,
): ReadonlyMap<Field, FieldMerge> =>
  new Map(fields.map((field) => [field, mergeField(was[field], theirs[field], yours[field])]));

export const conflictsIn = <Field extends string>(merged: ReadonlyMap<Field, FieldMerge>): readonly Field[] =>
  Array.from(merged).flatMap(([field, { is }]) => (is === 'conflict' ? [field] : []));

/** The values after the merge. @param choices whose value is taken of each conflict; default: yours */
export const resolved = <Field extends string>(
  merged: ReadonlyMap<Field, FieldMerge>,
  choices: ReadonlyMap<Field, 'theirs' | 'yours'>,
): ReadonlyMap<Field, string> =>
  new Map(
    Array.from(merged, ([field, merge]) => [
      field,
      merge.is === 'conflict' ? merge[choices.get(field) ?? 'yours'] : merge.value,
    ]),
  );
