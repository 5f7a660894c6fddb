import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLog, type LogLevel } from '../observability/log.ts';

/** Where every server that the suite starts leaves its log; at its end `npm test` looks for persons in all of them. */
export const LOG_FOLDER = fileURLToPath(new URL('../../build/test-results/logs', import.meta.url));

/** In memory, as a process of its own, or in front of a browser. */
export const logName = ['house', 'process', 'journey'] as const;

let opened = 0;

/** Keeps what one server says, as it says it. */
export function collectLog(kind: (typeof logName)[number]): (said: string | Buffer) => void {
  mkdirSync(LOG_FOLDER, { recursive: true });
  opened += 1;
  // Workers may be threads of one process, or processes: the clock tells those of one number apart.
  const name = `${kind}-${process.pid}-${process.hrtime.bigint()}-${opened}.log`;
  const file = openSync(join(LOG_FOLDER, name), 'a');
  return (said) => void (typeof said === 'string' ? writeSync(file, said) : writeSync(file, said));
}

let ofThisWorker: ((said: string) => void) | undefined;

/** The log of a server in memory: kept in whole, whatever level it has in use; `read` hears its lines too. */
export function testLog({ level = 'debug', read }: { level?: LogLevel; read?: (line: string) => void } = {}) {
  ofThisWorker ??= collectLog('house');
  const keep = ofThisWorker;
  return createLog(level, {
    write(line) {
      keep(line);
      read?.(line);
    },
  });
}
