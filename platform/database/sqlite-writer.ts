// Worker thread that executes all writes.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createWriter, openWritable, type WriterRequest } from './sqlite-writer-core.ts';

const port = parentPort as MessagePort;
const { file, idleMs, busyMs } = workerData as { file: string; idleMs: number; busyMs: number };
const { push } = createWriter({
  db: openWritable(file, busyMs),
  idleMs,
  post: (responses) => port.postMessage(responses),
  receive: () => receiveMessageOnPort(port)?.message as WriterRequest[] | undefined,
});
port.on('message', push);
