import { EventEmitter } from 'node:events';
import type { StartWriter } from '../database/sqlite-writer-client.ts';
import { createWriter, openWritable } from '../database/sqlite-writer-core.ts';

/**
 * The SQLite writer on the thread of the test: the same units, transactions and shared commits, without a thread to load
 * and without waiting for the disk. What a power cut would leave cannot be tested with it.
 */
export const startInlineWriter: StartWriter = (file, { idleMs, busyMs }) => {
  const events = new EventEmitter();
  const db = openWritable(file, busyMs);
  db.exec('pragma synchronous = off');
  const { push } = createWriter({ db, idleMs, post: (answers) => void events.emit('message', answers) });
  return {
    on: (event: string, listener: (...values: never[]) => void) => events.on(event, listener as () => void),
    postMessage: push,
    async terminate() {
      if (db.isOpen) db.close();
    },
  };
};
