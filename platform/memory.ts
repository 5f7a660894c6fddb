import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seconds } from './time.ts';

/** A moment after the start, when the first visitors of a restarted site have had their answers. */
const AFTER_MS = seconds(2);

/** Gives back what starting took, some 10 MB: the collector leaves it until memory is short. It takes some 20 ms. */
export function giveBackAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: object) => void;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, AFTER_MS).unref();
}
