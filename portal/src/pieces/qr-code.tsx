import { useMemo, type ReactElement } from 'react';
import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  readonly name: string;
}

/** The dark modules, each as a square of the path. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** A QR code, always dark on light: many cameras read no other. */
export const QrCode = ({ text, name }: QrCodeProps): ReactElement => {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { border: 2, ecc: 'M' });
    return { size: modules, path: pathOf(data) };
  }, [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
