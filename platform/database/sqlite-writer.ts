// The thread that writes.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createWriter, openToWrite, type WriterRequest } from './sqlite-writer-core.ts';

const port = parentPort as MessagePort;
const { file, idleMs, busyMs } = workerData as { file: string; idleMs: number; busyMs: number };
const { push } = createWriter({
  db: openToWrite(file, busyMs),
  idleMs,
  post: (answers) => port.postMessage(answers),
  receive: () => receiveMessageOnPort(port)?.message as WriterRequest[] | undefined,
});
port.on('message', push);
