import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Empties a small index of a SQLite file, as a lost write would, without changing its table. */
export function emptyIndex(file: string, index: string): void {
  const db = new DatabaseSync(file);
  const { root } = db.prepare('select rootpage as root from sqlite_schema where name = ?').get(index) as {
    root: number;
  };
  const { page_size: size } = db.prepare('pragma page_size').get() as { page_size: number };
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  const page = Buffer.alloc(size);
  // An index leaf page without cells, whose cell area starts at the end of the page.
  page.writeUInt8(0x0a, 0);
  page.writeUInt16BE(size, 5);
  const fd = openSync(file, 'r+');
  writeSync(fd, page, 0, size, (root - 1) * size);
  closeSync(fd);
}
