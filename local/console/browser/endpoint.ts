import type { ConsoleEndpoint } from '../state.ts';
import { element } from './element.ts';
import { pill, time, type Tone } from './pieces.ts';

const tones: Readonly<Record<ConsoleEndpoint['health'], Tone>> = {
  healthy: 'good',
  slow: 'busy',
  failing: 'bad',
  paused: 'bad',
  disabled: 'bad',
};

/** How the service judges the endpoint. A probe that is about to come has a time of its own. */
export const endpointState = (endpoint: ConsoleEndpoint | null): readonly Node[] => {
  if (endpoint === null) return [];
  const { health, since, probeAt } = endpoint;
  return [
    element(
      'p',
      { class: 'quiet' },
      pill(`endpoint ${health}`, tones[health]),
      ...(since === null ? [] : [' failed first ', time(since)]),
      ...(probeAt === null ? [] : [`, next probe at ${new Date(probeAt).toLocaleTimeString()}`]),
    ),
  ];
};
