import { look } from '../../lambdas/kernel/look.ts';
import { svgText } from '../docs/svg-text.ts';

export const looks = ['light', 'dark'] as const;
export type Look = (typeof looks)[number];

/** What a box or an arrow stands for. */
type Tone = 'plain' | 'good' | 'waiting' | 'bad' | 'quiet';

interface Colours {
  readonly ground: string;
  readonly text: string;
  readonly quiet: string;
  /** The line and the filling of a box. */
  readonly tones: Readonly<Record<Tone, readonly [line: string, filling: string]>>;
}

const coloursOf = (scheme: Look): Colours => {
  const {
    card,
    back,
    text,
    quiet,
    field,
    act,
    soft,
    warn,
    bad,
    'warn-soft': warnSoft,
    'bad-soft': badSoft,
  } = look[scheme];
  return {
    ground: card,
    text,
    quiet,
    tones: {
      plain: [quiet, back],
      good: [act, soft],
      waiting: [warn, warnSoft],
      bad: [bad, badSoft],
      quiet: [field, card],
    },
  };
};

export interface Box {
  /** Of the middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly title: string;
  /** Below the title. */
  readonly lines?: readonly string[];
  readonly tone?: Tone;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Arrow {
  /** The name of a box; or a point, as of a frame. */
  readonly from: string | Point;
  readonly to: string;
  readonly label?: string;
  /** How far its middle is beside the straight line, to the right of its direction. */
  readonly bend?: number;
  readonly tone?: Tone;
  readonly dashed?: boolean;
}

/** A frame around boxes that have something in common. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly boxes: Readonly<Record<string, Box>>;
  readonly arrows: readonly Arrow[];
  readonly frames?: readonly Frame[];
}

const lineHeight = 18;
const fontSize = 14;
/** Of a letter of this size, on the average. */
const letterWidth = 7.2;

const heightOf = ({ lines = [] }: Box): number => 30 + lines.length * lineHeight;

/** Where the line from the middle of a box to a point leaves the box. */
const edgeOf = (box: Box, towards: Point): Point => {
  const [dx, dy] = [towards.x - box.x, towards.y - box.y];
  const [halfWidth, halfHeight] = [box.width / 2 + 3, heightOf(box) / 2 + 3];
  const share = Math.min(halfWidth / Math.max(1e-9, Math.abs(dx)), halfHeight / Math.max(1e-9, Math.abs(dy)));
  return { x: box.x + dx * share, y: box.y + dy * share };
};

const middleOf = (from: Box, to: Box, bend: number): Point => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  return { x: (from.x + to.x) / 2 - (dy / length) * bend, y: (from.y + to.y) / 2 + (dx / length) * bend };
};

const place = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The head of an arrow, whose end is at `at` and which comes from `from`. */
const headOf = (at: Point, from: Point, colour: string): string => {
  const angle = Math.atan2(at.y - from.y, at.x - from.x);
  const corner = (turn: number): Point => ({
    x: at.x - 9 * Math.cos(angle + turn),
    y: at.y - 9 * Math.sin(angle + turn),
  });
  return `<path d="M${place(at)}L${place(corner(0.42))}L${place(corner(-0.42))}Z" fill="${colour}"/>`;
};

/** Below each other, what a label has between commas. */
const linesOfLabel = (label: string): readonly string[] => label.split(', ');

const labelHeight = 15;

/** @param side where the label is of the point: -1 left, 0 around, 1 right */
const labelAt = ({ x, y }: Point, label: string, side: number, { ground, quiet }: Colours): string => {
  const lines = linesOfLabel(label);
  const width = Math.max(...lines.map((line) => line.length)) * letterWidth * 0.86 + 6;
  const middle = x + side * (width / 2 + 4);
  const top = y - (lines.length * labelHeight) / 2;
  const anchored = 'font-size="12" text-anchor="middle"';
  return [
    `<rect x="${(middle - width / 2).toFixed(1)}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${lines.length * labelHeight}" fill="${ground}"/>`,
    ...lines.map(
      (line, row) =>
        `<text x="${middle.toFixed(1)}" y="${(top + row * labelHeight + 12).toFixed(1)}" ${anchored} fill="${quiet}">${svgText(line)}</text>`,
    ),
  ].join('');
};

const boxOf = ({ boxes }: Diagram, end: Arrow['from']): Box => {
  if (typeof end !== 'string') return { ...end, y: end.y - lineHeight, width: 0, title: '' };
  const box = boxes[end];
  if (box === undefined) throw new Error(`the diagram has no box ${end}`);
  return box;
};

const lineOf = (diagram: Diagram, arrow: Arrow, { tones }: Colours): string => {
  const [from, to] = [boxOf(diagram, arrow.from), boxOf(diagram, arrow.to)];
  const turn = middleOf(from, to, 2 * (arrow.bend ?? 0));
  const [begin, end] = [edgeOf(from, turn), edgeOf(to, turn)];
  const [colour] = tones[arrow.tone ?? 'plain'];
  const dashes = arrow.dashed === true ? ' stroke-dasharray="5 4"' : '';
  return [
    `<path d="M${place(begin)}Q${place(turn)} ${place(end)}" fill="none" stroke="${colour}" stroke-width="1.6"${dashes}/>`,
    headOf(end, turn, colour),
  ].join('');
};

/** The label of a bent arrow is outside of its bend, so that those of two arrows side by side do not meet. */
const labelOf = (diagram: Diagram, { from, to, bend = 0, label }: Arrow, look: Colours): string => {
  if (label === undefined) return '';
  const [begin, end] = [boxOf(diagram, from), boxOf(diagram, to)];
  const isUpright = Math.abs(end.y - begin.y) > Math.abs(end.x - begin.x);
  const side = bend !== 0 && isUpright ? Math.sign(middleOf(begin, end, bend).x - (begin.x + end.x) / 2) : 0;
  return labelAt(middleOf(begin, end, bend), label, side, look);
};

const textAt = (x: number, y: number, fill: string, text: string, more = ''): string =>
  `<text x="${x}" y="${y}" fill="${fill}" text-anchor="middle"${more}>${svgText(text)}</text>`;

const shapeOf = (box: Box, { text, quiet, tones }: Colours): string => {
  const { x, y, width, title, lines = [], tone = 'plain' } = box;
  const height = heightOf(box);
  const [stroke, fill] = tones[tone];
  const top = y - height / 2;
  return [
    `<rect x="${x - width / 2}" y="${top}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/>`,
    textAt(x, top + 20, text, title, ' font-weight="600"'),
    ...lines.map((line, row) => textAt(x, top + 20 + (row + 1) * lineHeight, quiet, line, ' font-size="12.5"')),
  ].join('');
};

const frameOf = ({ x, y, width, height, title }: Frame, { quiet, tones }: Colours): string =>
  [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="none" stroke="${tones.quiet[0]}" stroke-dasharray="4 4"/>`,
    `<text x="${x + 14}" y="${y + 20}" fill="${quiet}" font-size="12.5">${svgText(title)}</text>`,
  ].join('');

/** A diagram as SVG. It has no style of its own, so that no policy of a page stops it. */
export const drawn = (diagram: Diagram, scheme: Look): string => {
  const { width, height, boxes, arrows, frames = [] } = diagram;
  const its = coloursOf(scheme);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="${fontSize}">`,
    `<rect width="${width}" height="${height}" fill="${its.ground}"/>`,
    ...frames.map((frame) => frameOf(frame, its)),
    ...arrows.map((arrow) => lineOf(diagram, arrow, its)),
    ...Object.values(boxes).map((box) => shapeOf(box, its)),
    ...arrows.map((arrow) => labelOf(diagram, arrow, its)),
    '</svg>',
    '',
  ].join('\n');
};
