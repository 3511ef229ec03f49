import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Context } from 'aws-lambda';
import middy from '@middy/core';
import express from 'express';
import { Hono } from 'hono';
import { answer, command, type Event } from './command.ts';

/** Frameworks that only parse a command and answer it: without caller, limit and store. */
export type Framework = (event: Event) => Promise<unknown>;

const done = (body: unknown): object => ({ ...command.parse(body), updated_at: new Date().toISOString() });

const withMiddy = middy((event: Event) => Promise.resolve(answer(done(JSON.parse(event.body ?? '')))));

// middy reads nothing of Lambda's context here.
const context: Context = JSON.parse('{}') as Context;

const hono = new Hono();
hono.patch('/functions/v1/swift-worker', async (context) =>
  context.json({ ok: true, customer: done(await context.req.json()) }),
);

/** As adapters for Lambda do it: with a standard Request. */
const withHono: Framework = async ({ body, headers }) => {
  const given = new Headers(Object.entries(headers).map(([name, value]) => [name, value ?? '']));
  const url = 'https://localhost/functions/v1/swift-worker';
  const response = await hono.fetch(new Request(url, { method: 'PATCH', headers: given, body: body ?? '' }));
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
};

const app = express();
app.patch('/functions/v1/swift-worker', (request, response) => {
  response.json({ ok: true, customer: done(request.body) });
});

/** As adapters for Lambda do it: with a request and a response without a connection. */
const withExpress: Framework = (event) =>
  new Promise((resolve) => {
    const request = Object.assign(new IncomingMessage(new Socket()), {
      method: 'PATCH',
      url: '/functions/v1/swift-worker',
      headers: { ...event.headers },
      body: JSON.parse(event.body ?? '') as unknown,
    });
    const response = new ServerResponse(request);
    response.end = ((chunk: unknown) => {
      resolve(chunk);
      return response;
    }) as typeof response.end;
    app(request, response);
  });

export const frameworks: Readonly<Record<string, Framework>> = {
  'middy and zod': (event) => withMiddy(event, context),
  'hono and zod': withHono,
  'express and zod': withExpress,
};
