import express from 'express';
import { listening, receiver } from './receiver.mjs';

const app = express();
app.use('/hooks', receiver.node);
// Of the other routes.
app.use(express.json());
const server = app.listen(0, '127.0.0.1', () => listening(server.address().port));
