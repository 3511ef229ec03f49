import type { PlatformChange, TemplateContent } from '../domain/platform-change.ts';
import type { TableDeps } from '../lines/instance-deps.ts';
import { chunkNumberOf, readChunk, readDirectory } from '../store/templates/directory.ts';
import type { Chunk } from '../store/templates/chunk.ts';
import { readHead } from '../store/templates/head.ts';
import { instancesOfWaba } from '../store/instances/waba-instances.ts';
import { passAfterCallback } from '../template-sync/begin-pass.ts';
import { StoredTemplates } from '../template-sync/stored-templates.ts';

type TemplateChange = PlatformChange<TemplateContent>;

/** The chunks of the changed templates: all of them when a change names no template. */
const chunksFor = async (
  { table }: TableDeps,
  partnerId: string,
  wabaId: string,
  changes: readonly TemplateChange[],
): Promise<readonly Chunk[]> => {
  const names = changes.map(({ content }) => content.name);
  if (names.includes(null)) return (await readDirectory(table, partnerId, wabaId, 'strong')).chunks;
  const numbers = new Set(names.map((name) => chunkNumberOf(name ?? '')));
  return Promise.all(Array.from(numbers, (number) => readChunk(table, partnerId, wabaId, number)));
};

/** A template that is being deleted is not fetched. */
const isGoing = ({ content: { update } }: TemplateChange): boolean =>
  update.kind === 'status' && (update.status === 'DELETED' || update.status === 'PENDING_DELETION');

const applyForPartner = async (
  deps: TableDeps,
  partnerId: string,
  wabaId: string,
  changes: readonly TemplateChange[],
): Promise<void> => {
  const [head, chunks] = await Promise.all([
    readHead(deps.table, partnerId, wabaId),
    chunksFor(deps, partnerId, wabaId, changes),
  ]);
  const templates = new StoredTemplates(deps, partnerId, wabaId, chunks);
  const unknown = await templates.apply(changes, head.confirmedAt);
  const isWanted = changes.some(
    (change) => change.content.readsAgain || (unknown.has(change.content.templateId) && !isGoing(change)),
  );
  if (isWanted) await passAfterCallback(deps, partnerId, wabaId);
};

/** Applies changes to the templates of a business account, for every partner that has an instance of it. */
export const applyToTemplates = async (
  deps: TableDeps,
  wabaId: string,
  changes: readonly TemplateChange[],
): Promise<void> => {
  const instances = await instancesOfWaba(deps.table, wabaId);
  for (const partnerId of new Set(instances.map((instance) => instance.partnerId))) {
    await applyForPartner(deps, partnerId, wabaId, changes);
  }
};
