import { svgText } from '../../docs/svg-text.ts';

/** A bar of a chart. */
export interface Bar {
  readonly name: string;
  /** As a share of the whole width, 0 to 1. */
  readonly share: number;
  /** The text beside the bar. */
  readonly figure: string;
}

export interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const width = 820;
const nameWidth = 190;
const figureWidth = 230;
const barHeight = 18;
const rowHeight = 28;
const top = 44;

/** Readable in a light and in a dark scheme. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 15px; }
  .track { fill: #d1d9e0; }
  .bar { fill: #0969da; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .track { fill: #3d444d; }
    .bar { fill: #4493f8; }
  }`;

const barOf = ({ name, share, figure }: Bar, place: number): string => {
  const y = top + place * rowHeight;
  const room = width - nameWidth - figureWidth;
  const length = Math.max(2, Math.round(room * Math.min(1, share)));
  const baseline = y + barHeight - 5;
  return [
    `<text x="${nameWidth - 10}" y="${baseline}" text-anchor="end">${svgText(name)}</text>`,
    `<rect class="track" x="${nameWidth}" y="${y}" width="${room}" height="${barHeight}" rx="3"/>`,
    `<rect class="bar" x="${nameWidth}" y="${y}" width="${length}" height="${barHeight}" rx="3"/>`,
    `<text x="${nameWidth + room + 10}" y="${baseline}">${svgText(figure)}</text>`,
  ].join('\n  ');
};

/** A chart of horizontal bars. */
export const chartSvg = ({ title, bars }: Chart): string => {
  const height = top + bars.length * rowHeight + 8;
  const rows = bars.map(barOf).join('\n  ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${svgText(title)}">
  <style>${style}
  </style>
  <text class="title" x="0" y="20">${svgText(title)}</text>
  ${rows}
</svg>
`;
};
