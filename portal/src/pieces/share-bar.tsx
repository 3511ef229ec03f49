import type { ReactElement } from 'react';

interface ShareBarProps {
  /** Shares, 0 to 1. */
  readonly good: number;
  readonly bad: number;
  readonly said: string;
}

/** Two shares of a whole as a bar, with the figures in words. */
export const ShareBar = ({ good, bad, said }: ShareBarProps): ReactElement => (
  <div className="share">
    <div className="share-bar" aria-hidden="true">
      <div className="parts-good" style={{ inlineSize: `${good * 100}%` }} />
      <div className="parts-bad" style={{ inlineSize: `${bad * 100}%` }} />
    </div>
    <div>{said}</div>
  </div>
);
