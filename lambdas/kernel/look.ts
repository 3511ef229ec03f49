/**
 * The colours, type and shapes of every page that people see: the portal, the hosted pages, the status page, the
 * documentation and the local console. Texts reach a contrast of 4.5 and shapes of 3 on their grounds: test/kernel/look.test.ts.
 */
export const look = {
  light: {
    /** Behind the cards. */
    back: '#f4f6f8',
    card: '#ffffff',
    text: '#16202c',
    quiet: '#566373',
    line: '#dbe1e8',
    /** The border of what is filled in. */
    field: '#7a8694',
    /** Of buttons, links, the focus and the logo. */
    act: '#0b6653',
    'on-act': '#ffffff',
    soft: '#e6f3ef',
    good: '#0f7a5c',
    bad: '#b3261e',
    'bad-soft': '#fdeceb',
    warn: '#8a5300',
    'warn-soft': '#fdf3dd',
    info: '#1c5aa8',
    'info-soft': '#eaf2fc',
  },
  dark: {
    back: '#0e1318',
    card: '#182027',
    text: '#e9eef3',
    quiet: '#9fabb8',
    line: '#2c3641',
    field: '#788593',
    act: '#5ad6b6',
    'on-act': '#05231b',
    soft: '#12302a',
    good: '#4cc7a4',
    bad: '#ff8f85',
    'bad-soft': '#3a1c1a',
    warn: '#f0c46c',
    'warn-soft': '#33290f',
    info: '#8cbcf7',
    'info-soft': '#16293f',
  },
} as const;

export type Scheme = keyof typeof look;

/** The fonts are those of the reader's system: nothing is loaded. */
export const shape = {
  font: "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  mono: 'ui-monospace,Menlo,Consolas,monospace',
  /** Of corners. */
  round: '10px',
} as const;

const properties = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** As custom properties. @param dark the selector of what is dark @param light that of what is always light */
export const lookOf = (dark: string, light = ':root'): string =>
  `:root{${properties(shape)}}\n${light}{${properties(look.light)}}\n${dark}{${properties(look.dark)}}\n`;

const some = (scheme: Scheme, used: readonly string[]): string =>
  properties(Object.fromEntries(Object.entries(look[scheme]).filter(([name]) => used.includes(name))));

/** As custom properties, light or dark as the reader's system is. @param used without the other colours, for pages that are small */
export const systemLook = (used: readonly string[] = Object.keys(look.light)): string =>
  `:root{color-scheme:light dark;${properties(shape)};${some('light', used)}}
@media (prefers-color-scheme:dark){:root{${some('dark', used)}}}
`;

/** The logo as SVG, which is the icon of the pages as well. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${look.light.act}"/><path d="M10 7h12a4 4 0 0 1 4 4v7a4 4 0 0 1-4 4h-5.5L11 26.5V22h-1a4 4 0 0 1-4-4v-7a4 4 0 0 1 4-4z" fill="#fff"/><path d="m11.5 14.6 3.2 3.2 6-6.2" fill="none" stroke="${look.light.act}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
