import { EventEmitter } from 'node:events';
import type { StartWriter } from '../database/sqlite-writer-client.ts';
import { createWriter, openWritable } from '../database/sqlite-writer-core.ts';

/**
 * Runs the SQLite writer on the test's thread, without syncing to disk: faster, with the same transactions
 * and shared commits. It cannot test durability.
 */
export const startInlineWriter: StartWriter = (file, { idleMs, busyMs }) => {
  const events = new EventEmitter();
  const db = openWritable(file, busyMs);
  db.exec('pragma synchronous = off');
  const { push } = createWriter({ db, idleMs, post: (responses) => void events.emit('message', responses) });
  return {
    on: (event: string, listener: (...values: never[]) => void) => events.on(event, listener as () => void),
    postMessage: push,
    async terminate() {
      if (db.isOpen) db.close();
    },
  };
};
