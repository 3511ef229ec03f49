export const profileName = 'profile';

/** Node.js writes a profile of V8 into the folder. A sample every 200 µs does not slow the process much. */
export const profileFlags = (directory: string): readonly string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${directory}`,
  `--cpu-prof-name=${profileName}`,
  '--cpu-prof-interval=200',
];
