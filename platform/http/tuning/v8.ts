import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

const kept: object[] = [];

/** Call it first. The reasons and figures are in docs/decisions/0121-objects-of-requests-stay-young.md. */
export function tuneV8(): void {
  // V8 would put objects of waiting requests into the old generation, where they keep others alive.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // A collection at the start that finds no object of `process.nextTick` would make all later ones ten times as expensive.
  process.nextTick(() => kept.push(executionAsyncResource()));
}
