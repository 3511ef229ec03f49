import { conceptsPicture } from './concepts-picture.ts';
import { connectingPicture } from './connecting-picture.ts';
import type { Look } from './diagram.ts';
import { eventPicture } from './event-picture.ts';
import { outagePicture } from './outage-picture.ts';
import { statesPicture } from './states-picture.ts';

/** The pictures of the pages, by their names. Each is made light and dark. */
export const pictures: Readonly<Record<string, (look: Look) => string>> = {
  concepts: conceptsPicture,
  connecting: connectingPicture,
  event: eventPicture,
  'line-states': statesPicture,
  outage: outagePicture,
};
