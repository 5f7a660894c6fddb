import { EventEmitter } from 'node:events';
import type { StartWriter } from '../database/sqlite-writer-client.ts';
import { createWriter, openWritable } from '../database/sqlite-writer-core.ts';

/**
 * Runs the SQLite writer on the test's thread and does not sync to disk, which is faster. Transactions and
 * shared commits are those of the site, but durability cannot be tested.
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
