import { drawn, type Look } from './diagram.ts';

/** How a number is connected, from the link to the line that works. */
export const connectingPicture = (look: Look): string =>
  drawn(
    {
      width: 760,
      height: 400,
      boxes: {
        create: { x: 120, y: 60, width: 200, title: '1  You', lines: ['create the line', 'and get a link'] },
        open: { x: 380, y: 60, width: 200, title: '2  The customer', lines: ['opens the link', 'on the hosted page'] },
        sign: {
          x: 640,
          y: 60,
          width: 200,
          title: '3  The platform',
          lines: ['signs the customer up', 'and asks which number'],
        },
        check: {
          x: 640,
          y: 220,
          width: 200,
          title: '4  The service',
          lines: ['registers the number', 'and subscribes to it'],
          tone: 'waiting',
        },
        callback: {
          x: 380,
          y: 220,
          width: 200,
          title: '5  The service',
          lines: ['sets your endpoint as', 'callback, and reads it back'],
          tone: 'waiting',
        },
        connected: { x: 120, y: 220, width: 200, title: '6  The line', lines: ['is connected'], tone: 'good' },
        again: {
          x: 380,
          y: 350,
          width: 260,
          title: 'The link is open again',
          lines: ['the page says what failed, and why'],
          tone: 'bad',
        },
      },
      arrows: [
        { from: 'create', to: 'open', label: 'link' },
        { from: 'open', to: 'sign' },
        { from: 'sign', to: 'check' },
        { from: 'check', to: 'callback' },
        { from: 'callback', to: 'connected', tone: 'good' },
        { from: 'callback', to: 'again', label: 'your endpoint does not answer', tone: 'bad' },
        { from: 'check', to: 'again', tone: 'bad' },
      ],
    },
    look,
  );
