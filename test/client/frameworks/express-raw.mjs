import express from 'express';
import { listening, receiver } from './receiver.mjs';

const app = express();
app.use('/hooks', express.raw({ type: '*/*', limit: '4mb' }));
app.use(express.json());
app.use('/hooks', receiver.node);
const server = app.listen(0, '127.0.0.1', () => listening(server.address().port));
