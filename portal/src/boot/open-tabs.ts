import { messageIn, type Tabs } from '../session/tabs.ts';

/** The tabs of this browser with the same portal and the same stage. */
export const openTabs = (clientId: string): Tabs => {
  const channel = new BroadcastChannel(`portal ${clientId}`);
  return {
    tell: (message) => {
      channel.postMessage(message);
    },
    listen: (hear) => {
      const on = ({ data }: MessageEvent<unknown>): void => {
        const message = messageIn(data);
        if (message !== null) hear(message);
      };
      channel.addEventListener('message', on);
      return () => {
        channel.removeEventListener('message', on);
      };
    },
  };
};
