// Worker thread that checks the whole SQLite file, which takes minutes for a large one. It only reads and
// then exits.
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

const MAX_FINDINGS = 20;

const db = new DatabaseSync((workerData as { file: string }).file, { readOnly: true, timeout: 5000 });
// The check takes twice as long with SQLite's default cache of 2 MB.
db.exec('pragma cache_size = -65536; pragma mmap_size = 1073741824');
// quick_check is not enough, because it does not compare indexes with their tables.
const findings = db.prepare(`pragma integrity_check(${MAX_FINDINGS})`).all();
db.close();
(parentPort as MessagePort).postMessage(findings.map((row) => String(row.integrity_check)));
