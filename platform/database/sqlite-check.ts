// The thread that checks the whole file: minutes of work for a large one. It reads only, and ends when it has answered.
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

const MAX_FINDINGS = 20;

const db = new DatabaseSync((workerData as { file: string }).file, { readOnly: true, timeout: 5000 });
// With SQLite's default of 2 MB the check takes twice as long.
db.exec('pragma cache_size = -65536; pragma mmap_size = 1073741824');
// Not quick_check: that compares no index with its table.
const found = db.prepare(`pragma integrity_check(${MAX_FINDINGS})`).all();
db.close();
(parentPort as MessagePort).postMessage(found.map((row) => String(row.integrity_check)));
