import type { LogEvent } from 'kysely';
import { currentWork } from '../work.ts';

const LONGEST_TEXT = 2000;

/** Tells each statement as a step of the trace that it belongs to: its text, and never a value. */
export const tellStatements = (system: 'sqlite' | 'postgresql') => (event: LogEvent) => {
  const span = currentWork()?.span;
  if (!span) return;
  const { sql } = event.query;
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? [];
  const operation = verb.toUpperCase();
  // What begins with WITH is several statements in one, each on a table of its own.
  const [, table = ''] = (operation !== 'WITH' && /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql)) || [];
  span
    .child(`${operation} ${table}`.trim(), {
      kind: 'client',
      agoMs: event.queryDurationMillis,
      attributes: {
        'db.system.name': system,
        'db.operation.name': operation,
        'db.query.text': sql.slice(0, LONGEST_TEXT),
      },
    })
    .end(event.level === 'error' ? { error: event.error } : {});
};
