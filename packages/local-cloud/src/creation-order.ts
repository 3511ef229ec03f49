import { referencesOf } from './intrinsics.ts';
import type { Template, TemplateResource } from './template.ts';

/**
 * The logical ids in an order in which each resource follows those that it refers to or depends on.
 * @param firstTypes come before the others, with their dependencies
 * @throws Error on a circular dependency
 */
export const creationOrder = (template: Template, firstTypes: readonly string[] = []): string[] => {
  const ordered = new Set<string>();
  const visit = (logicalId: string, path: readonly string[]): void => {
    const resource = template.Resources[logicalId];
    if (resource === undefined || ordered.has(logicalId)) return;
    if (path.includes(logicalId)) throw new Error(`circular dependency: ${[...path, logicalId].join(' → ')}`);
    for (const dependency of [...resource.DependsOn, ...referencesOf(resource.Properties)]) {
      visit(dependency, [...path, logicalId]);
    }
    ordered.add(logicalId);
  };
  const isFirst = ([, { Type }]: [string, TemplateResource]): boolean => firstTypes.includes(Type);
  const resources = Object.entries(template.Resources);
  for (const [logicalId] of resources.filter(isFirst)) visit(logicalId, []);
  for (const [logicalId] of resources) visit(logicalId, []);
  return [...ordered];
};
