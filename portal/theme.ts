import { generateThemeStylesheet, type Theme } from '@cloudscape-design/components/theming';

/** The colours and fonts in which the portal differs from Cloudscape, as a stylesheet. The fonts are those of the reader's system. */
export const stylesheet = generateThemeStylesheet({
  theme: {
    referenceTokens: { color: { primary: '#0f766e' } },
    tokens: {
      fontFamilyBase: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
      fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
      borderRadiusButton: '8px',
      borderRadiusContainer: '12px',
      borderRadiusInput: '8px',
    },
  },
});

/**
 * The custom properties of design tokens, by their names. The generator is asked: the names of properties have a hash of
 * each release. It takes a third of a second, whatever the number of tokens.
 */
export const propertiesOf = (names: readonly string[]): ReadonlyMap<string, string> => {
  const probes = names.map((name, place) => [name, `#0a0b${(place + 16).toString(16)}`] as const);
  const tokens: Theme['tokens'] = Object.fromEntries(probes);
  const css = generateThemeStylesheet({ theme: { tokens } });
  return new Map(
    probes.map(([name, probe]) => {
      const [, property] = new RegExp(`(--[\\w-]+):\\s*${probe}\\b`).exec(css) ?? [];
      if (property === undefined) throw new Error(`there is no token ${name}`);
      return [name, property];
    }),
  );
};
