import type { PlatformChange, TemplateTold } from '../domain/platform-change.ts';
import type { TableDeps } from '../instances/line-deps.ts';
import { chunkNumberOf, readChunk, readDirectory } from '../store/templates/directory.ts';
import type { Chunk } from '../store/templates/chunk.ts';
import { readHead } from '../store/templates/head.ts';
import { linesOfWaba } from '../store/instances/waba-lines.ts';
import { passOnWord } from '../template-sync/begin-pass.ts';
import { KeptTemplates } from '../template-sync/kept-templates.ts';

type TemplateChange = PlatformChange<TemplateTold>;

/** The parts of the partner's templates that the changes are about: all, when one of them does not say its name. */
const chunksFor = async (
  { table }: TableDeps,
  partnerId: string,
  wabaId: string,
  changes: readonly TemplateChange[],
): Promise<readonly Chunk[]> => {
  const names = changes.map(({ told }) => told.name);
  if (names.includes(null)) return (await readDirectory(table, partnerId, wabaId, 'strong')).chunks;
  const numbers = new Set(names.map((name) => chunkNumberOf(name ?? '')));
  return Promise.all(Array.from(numbers, (number) => readChunk(table, partnerId, wabaId, number)));
};

/** What is being deleted need not be fetched first. */
const isGoing = ({ told: { news } }: TemplateChange): boolean =>
  news.kind === 'status' && (news.status === 'DELETED' || news.status === 'PENDING_DELETION');

const hearForPartner = async (
  deps: TableDeps,
  partnerId: string,
  wabaId: string,
  changes: readonly TemplateChange[],
): Promise<void> => {
  const [head, chunks] = await Promise.all([
    readHead(deps.table, partnerId, wabaId),
    chunksFor(deps, partnerId, wabaId, changes),
  ]);
  const templates = new KeptTemplates(deps, partnerId, wabaId, chunks);
  const unknown = await templates.hear(changes, head.confirmedAt);
  const isWanted = changes.some((change) => unknown.has(change.told.templateId) && !isGoing(change));
  if (isWanted) await passOnWord(deps, partnerId, wabaId);
};

/** Takes in what the platform told of a business account's templates, for every partner that has a line of it. */
export const hearOfTemplates = async (
  deps: TableDeps,
  wabaId: string,
  changes: readonly TemplateChange[],
): Promise<void> => {
  const lines = await linesOfWaba(deps.table, wabaId);
  for (const partnerId of new Set(lines.map((line) => line.partnerId))) {
    await hearForPartner(deps, partnerId, wabaId, changes);
  }
};
