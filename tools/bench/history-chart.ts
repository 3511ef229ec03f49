import { svgText } from '../docs/svg-text.ts';
import type { Figure, Run } from './history.ts';

const [width, left, rowHeight, top] = [980, 430, 46, 60];
const chart = { width: 420, height: 30 };

/** A figure as a share of its goal: at most 1 where the goal is met. */
const shareOf = ({ ours, peer, most, of }: Figure): number =>
  of === 'figure' || peer === null ? ours / most : ours / peer / most;

const shown = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

interface Point {
  readonly x: number;
  readonly share: number;
  readonly noise: number;
}

/** So much of the goal is the upper edge of each chart. */
const highest = 2;

const yOf = (share: number): number => chart.height * (1 - Math.min(share, highest) / highest);

const chartOf = (points: readonly Point[]): string => {
  const line = points.map(({ x, share }) => `${x.toFixed(1)},${yOf(share).toFixed(1)}`).join(' ');
  const marks = points.map(({ x, share, noise }) => {
    const [from, to] = [yOf(share * (1 + noise)), yOf(share / (1 + noise))];
    const colour = share <= 1 ? '#1a7f37' : '#cf222e';
    return (
      `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${from.toFixed(1)}" y2="${to.toFixed(1)}" stroke="#8c959f"/>` +
      `<circle cx="${x.toFixed(1)}" cy="${yOf(share).toFixed(1)}" r="3" fill="${colour}"/>`
    );
  });
  const goal = yOf(1);
  return [
    `<line x1="0" x2="${chart.width}" y1="${goal}" y2="${goal}" stroke="#8c959f" stroke-dasharray="3 3"/>`,
    `<polyline points="${line}" fill="none" stroke="#54aeff"/>`,
    ...marks,
  ].join('');
};

/** The figures of all runs against their goals, a row each. The dashed line is the goal; a grey bar is the noise of the machine. */
export const historyChart = (runs: readonly Run[]): string => {
  const rows = [...new Set(runs.flatMap(({ figures }) => figures.map(({ row }) => row)))];
  const step = chart.width / Math.max(1, runs.length - 1);
  const body = rows.map((row, place) => {
    const points = runs.flatMap(({ figures, noise }, at) => {
      const figure = figures.find((one) => one.row === row);
      return figure === undefined ? [] : [{ x: at * step, share: shareOf(figure), noise, figure }];
    });
    const last = points.at(-1);
    const value = last === undefined ? '' : `${shown(last.figure.ours)} ${last.figure.unit}`;
    return (
      `<g transform="translate(0 ${top + place * rowHeight})"><text x="10" y="20">${svgText(row)}</text>` +
      `<g transform="translate(${left} 0)">${chartOf(points)}</g><text x="${left + chart.width + 16}" y="20">${svgText(value)}</text></g>`
    );
  });
  const height = top + rows.length * rowHeight + 10;
  const [first, latest] = [runs.at(0)?.at.slice(0, 10) ?? '', runs.at(-1)?.at.slice(0, 10) ?? ''];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="10" y="22" font-size="15">The figures of the bench over time, as shares of their goals</text>`,
    `<text x="10" y="42" fill="#57606a">Dashed: the goal. Grey: the noise of the machine.</text>`,
    `<text x="${left}" y="42" fill="#57606a">${first}</text>`,
    `<text x="${left + chart.width}" y="42" fill="#57606a" text-anchor="end">${latest}</text>`,
    ...body,
    '</svg>\n',
  ].join('\n');
};
