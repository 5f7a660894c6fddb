import type { Feature } from '#contract/features.ts';
import type { Database } from '#platform/database/open.ts';
import { systemClock } from '#platform/time.ts';
import { changeAsOperator } from '#server/features/staff/operator-log.ts';
import type { RecordedChange } from '#server/http/recorded-change.ts';
import type { Config } from '../app/config/config.ts';
import { inDatabase, type RunCommand } from './command.ts';
import { openLogKey } from './log-key.ts';

type Change = (
  context: { db: Database; change: RecordedChange; config: Config; logKey: Uint8Array },
  ...args: string[]
) => Promise<string>;

/** Returns a command whose changes are rows of the staff log. It prints the head of the log after its own text. */
export const recordedCommand = (run: Change, feature?: Feature): RunCommand =>
  inDatabase(async (db, argument, config, ...others) => {
    const heads: string[] = [];
    const logKey = await openLogKey(db, config);
    const onHead = (head: string) => void heads.push(`Head of the log, for log verify: ${head}`);
    const change: RecordedChange = (work) =>
      changeAsOperator(db, { clock: systemClock, logKey, onHead }, work);
    const text = await run({ db, change, config, logKey }, argument, ...others);
    return [text, ...heads].join('\n');
  }, feature);
