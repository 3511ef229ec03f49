#!/usr/bin/env node
/** `swift-worker-mcp`: serves a partner's routes as tools of the Model Context Protocol, over standard input and output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { clientOf, NoAccess } from './access.ts';
import { createProgram } from './program.ts';
import { createServer } from './server.ts';

const program = createProgram((options) => {
  try {
    const client = clientOf(options.api, process.env);
    serveStdio(() => createServer(client, options));
  } catch (error) {
    if (!(error instanceof NoAccess)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 2;
  }
});

program.parse();
