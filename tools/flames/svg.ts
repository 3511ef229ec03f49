import { svgText } from '../docs/svg-text.ts';
import { byLibrary, type Frame } from './profile.ts';

const [width, row, least] = [1_200, 17, 1.5];
const legendRows = 10;

/** Own code is blue, packages are orange, Node.js is green, and what V8 does by itself is grey. */
const colourOf = (library: string): string => {
  if (/^(lambdas|packages)\//.test(library)) return '#9ec5f4';
  if (library.startsWith('node:')) return '#a8d8a0';
  return library === 'native' ? '#d5d5d5' : '#f6c28b';
};

const shareOf = (time: number, all: number): string => `${((100 * time) / all).toFixed(1)} %`;

const boxesOf = (frame: Frame, left: number, depth: number, all: number): readonly string[] => {
  const size = (frame.time / all) * width;
  if (size < least) return [];
  const title = svgText(`${frame.name}, ${frame.library}: ${shareOf(frame.time, all)}`);
  const fits = Math.floor((size - 6) / 6.4);
  const text = fits < 3 ? '' : svgText(frame.name.length > fits ? `${frame.name.slice(0, fits - 1)}…` : frame.name);
  const y = depth * row + 30;
  const box =
    `<g><title>${title}</title><rect x="${left.toFixed(1)}" y="${y}" width="${(size - 0.5).toFixed(1)}" height="${row - 1}" ` +
    `fill="${colourOf(frame.library)}"/><text x="${(left + 3).toFixed(1)}" y="${y + 12}">${text}</text></g>`;
  let at = left;
  const below: string[] = [];
  for (const each of Array.from(frame.calls.values()).toSorted((one, other) => other.time - one.time)) {
    below.push(...boxesOf(each, at, depth + 1, all));
    at += (each.time / all) * width;
  }
  return [box, ...below];
};

const depthOf = (frame: Frame, all: number): number =>
  (frame.time / all) * width < least
    ? 0
    : 1 + Math.max(0, ...Array.from(frame.calls.values(), (each) => depthOf(each, all)));

/** A flame graph: each function below the one that called it, as wide as its share of the time; below it the libraries. */
export const flameSvg = (title: string, root: Frame): string => {
  const all = root.time;
  const bottom = depthOf(root, all) * row + 44;
  const height = bottom + legendRows * row + 20;
  const libraries = byLibrary(root)
    .slice(0, 2 * legendRows)
    .map(([library, time], place) => {
      const [x, y] = [6 + Math.floor(place / legendRows) * 400, bottom + (place % legendRows) * row + 12];
      return `<rect x="${x}" y="${y - 10}" width="11" height="11" fill="${colourOf(library)}"/><text x="${x + 16}" y="${y}">${svgText(library)}: ${shareOf(time, all)} by itself</text>`;
    });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="monospace" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#fff"/><text x="6" y="18" font-size="14">${svgText(title)}</text>`,
    ...boxesOf(root, 0, 0, all),
    ...libraries,
    '</svg>\n',
  ].join('\n');
};
