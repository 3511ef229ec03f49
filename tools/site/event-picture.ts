import { healthPolicy } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { undeliveredLifetime } from '../../lambdas/domain/webhook/outbox.ts';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { drawn, type Look } from './diagram.ts';

const attempts = retryGaps.length + 1;
const keptFor = undeliveredLifetime / day;
const { failuresUntilPaused, timeUntilDisabled } = healthPolicy(1);

const picture: Parameters<typeof drawn>[0] = {
  width: 760,
  height: 420,
  boxes: {
    change: { x: 116, y: 60, width: 200, title: 'A change', lines: ['and its event, stored', 'in one commit'] },
    waiting: {
      x: 380,
      y: 60,
      width: 200,
      title: 'The event waits',
      lines: ['for the earlier events', 'of its customer'],
      tone: 'waiting',
    },
    sent: {
      x: 640,
      y: 60,
      width: 200,
      title: 'It is sent, signed',
      lines: ['with the same webhook-id', 'at every attempt'],
    },
    delivered: {
      x: 640,
      y: 210,
      width: 200,
      title: 'delivered',
      lines: ['your endpoint answered 2xx'],
      tone: 'good',
    },
    retry: {
      x: 380,
      y: 210,
      width: 200,
      title: 'Tried again',
      lines: [`up to ${attempts} attempts`],
      tone: 'waiting',
    },
    paused: {
      x: 116,
      y: 210,
      width: 200,
      title: 'The endpoint is paused',
      lines: [`after ${failuresUntilPaused} failures in a row`],
      tone: 'bad',
    },
    undelivered: {
      x: 380,
      y: 360,
      width: 230,
      title: 'undelivered',
      lines: [`its content is kept for ${keptFor} days`],
      tone: 'bad',
    },
  },
  arrows: [
    { from: 'change', to: 'waiting' },
    { from: 'waiting', to: 'sent' },
    { from: 'sent', to: 'delivered', label: '2xx', tone: 'good' },
    { from: 'sent', to: 'retry', label: 'anything else', tone: 'waiting' },
    { from: 'retry', to: 'waiting', label: 'after a growing pause', tone: 'waiting' },
    { from: 'retry', to: 'undelivered', label: 'after the last attempt', tone: 'bad' },
    { from: 'paused', to: 'waiting', label: 'a probe is answered', tone: 'good', dashed: true },
    { from: 'retry', to: 'paused', tone: 'bad' },
    { from: 'paused', to: 'undelivered', label: `disabled after ${timeUntilDisabled / day} days`, tone: 'bad' },
    { from: 'undelivered', to: 'delivered', label: 'you send it again', tone: 'good', dashed: true },
  ],
};

/** The life of an event, from the change to its end. */
export const eventPicture = (look: Look): string => drawn(picture, look);
