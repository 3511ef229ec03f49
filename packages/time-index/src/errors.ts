/** The index changed while it was read. The caller reads again. */
export class IndexChanged extends Error {
  override readonly name = 'IndexChanged';

  constructor() {
    super('the index changed while it was read');
  }
}

/** The range has more events than a search reads one by one: `most` of event-filter.ts. */
export class TooManyEvents extends Error {
  override readonly name = 'TooManyEvents';

  constructor() {
    super('the range has too many events for this filter');
  }
}
