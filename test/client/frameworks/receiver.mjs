// What all programs have in common: the receiver, and a line for each thing that it gives to a handler.
import { createReceiver } from '@swift-worker/client/receiver';
import { reportsOf } from '@swift-worker/client/reports';
import endpoint from './endpoint.mjs';

const say = (got) => console.log(`got ${got}`);

export const receiver = createReceiver({
  ...endpoint,
  onEvent: ({ type }) => say(type),
  onCallback: (callback) => {
    for (const { value } of callback.entry.flatMap(({ changes }) => changes))
      for (const { text } of value.messages ?? []) say(`message ${text.body}`);
    for (const { status, message_id } of reportsOf(callback).flat()) say(`${status} ${message_id}`);
  },
  onError: console.error,
});

export const listening = (port) => console.log(`port ${port}`);
