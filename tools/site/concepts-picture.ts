import { drawn, type Look } from './diagram.ts';

/** What there is, and who does what: the first picture of the site. */
export const conceptsPicture = (look: Look): string =>
  drawn(
    {
      width: 860,
      height: 430,
      frames: [{ x: 300, y: 16, width: 280, height: 398, title: 'swift-worker keeps' }],
      boxes: {
        backend: { x: 110, y: 110, width: 196, title: 'Your backend', lines: ['calls with a partner key'] },
        portal: { x: 110, y: 230, width: 196, title: 'Your team', lines: ['uses the portal'] },
        endpoint: { x: 110, y: 350, width: 196, title: 'Your endpoint', lines: ['gets messages and events'] },
        customer: { x: 440, y: 85, width: 240, title: 'Customer', lines: ['a business that you serve'] },
        line: { x: 440, y: 190, width: 240, title: 'Line', lines: ['one phone number of a customer'], tone: 'good' },
        templates: { x: 440, y: 290, width: 240, title: 'Templates', lines: ['approved messages, as a copy'] },
        health: { x: 440, y: 378, width: 240, title: 'Events and delivery health' },
        platform: { x: 755, y: 190, width: 170, title: 'Platform', lines: ['WhatsApp Business'], tone: 'plain' },
        person: { x: 755, y: 350, width: 170, title: 'People', lines: ['who get the messages'], tone: 'quiet' },
      },
      arrows: [
        { from: 'backend', to: 'customer', label: 'adds' },
        { from: 'portal', to: 'line', label: 'looks after' },
        { from: 'customer', to: 'line', label: 'connects by a link' },
        { from: 'line', to: 'platform', label: 'is at' },
        { from: 'templates', to: 'platform', dashed: true, tone: 'quiet' },
        { from: 'health', to: 'endpoint', label: 'events', tone: 'good' },
        { from: 'platform', to: 'person', label: 'messages' },
      ],
    },
    look,
  );
