import { SingleBar } from 'cli-progress';

export interface Progress {
  readonly tell: (scenario: string, rate: number) => void;
  readonly next: () => void;
  readonly stop: () => void;
}

/** A progress bar on a terminal; no output elsewhere. */
export const openProgress = (total: number): Progress => {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {scenario} {rate}',
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: false,
    stream: process.stderr,
  });
  bar.start(total, 0, { scenario: '', rate: '' });
  return {
    tell: (scenario, rate) => {
      bar.update({ scenario, rate: `at ${Math.round(rate).toLocaleString('en-US')}/s` });
    },
    next: () => {
      bar.increment();
    },
    stop: () => {
      bar.stop();
    },
  };
};
