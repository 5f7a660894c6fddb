import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scheduler } from 'fast-check';

/** What may befall the server at one use of its database or of the card provider. */
export const faults = ['refused', 'lost', 'killed before', 'killed after'] as const;
export type Fault = (typeof faults)[number];

/** The process is gone: whatever it was doing ends here, answered to nobody. */
export class Killed extends Error {}
/** `refused`: it was not done. `lost`: it was done, and nobody heard so. */
export class LineBroken extends Error {}

/** Who draws the order of turns. */
export type Turns = Pick<Scheduler, 'schedule' | 'waitFor'>;

/** Nobody: everything happens at once, as it comes. */
export const atOnce: Turns = { schedule: (task) => task, waitFor: (task) => task };

export type Play = {
  scheduler: Turns;
  /** By the number of the step that it hits. */
  faults: ReadonlyMap<number, Fault>;
};

/** A use of something outside the process, between its two ends. */
export type Use = { name: string; life: number; fault: Fault | undefined };

export type Stage = ReturnType<typeof createStage>;

/**
 * Lets one use after another happen, in the order that the scheduler draws, and faults where the plan has them. Between
 * two uses everything that runs by itself has come to rest, so that the same seed plays the same run again.
 */
export function createStage() {
  let play: Play | undefined;
  let steps = 0;
  let busy = 0;
  let life = 1;
  let seen = 0;
  let trace: string[] = [];

  /** Until nothing is under way any more but what waits for its turn. */
  async function rest(): Promise<void> {
    for (let still = 0; still < 3; still = busy === 0 ? still + 1 : 0) await nextTurn();
  }

  function die(): never {
    life += 1;
    trace.push(`    process ${life} starts`);
    throw new Killed();
  }

  return {
    rest,
    life: () => life,
    steps: () => steps,
    trace: () => trace,
    note: (line: string) => void trace.push(line),
    /** How many faults have come to pass since the stage was opened. */
    faultsSeen: () => seen,

    /** From now on uses wait for their turns; without a play they just happen. */
    begin(next: Play | undefined): void {
      play = next;
      if (!next) return;
      steps = 0;
      trace = [];
    },

    /** Somebody outside the server waits for a turn. */
    async turn(name: string): Promise<void> {
      await play?.scheduler.schedule(Promise.resolve(), name);
    },

    async enter(name: string, born: number): Promise<Use> {
      if (!play) return { name, life: born, fault: undefined };
      await play.scheduler.schedule(Promise.resolve(), name);
      if (born !== life) throw new Killed();
      const fault = play.faults.get(steps);
      trace.push(`${String(steps).padStart(4)} ${name}${fault ? `: ${fault}` : ''}`);
      steps += 1;
      if (fault) seen += 1;
      if (fault === 'killed before') die();
      if (fault === 'refused') throw new LineBroken(`${name}: refused`);
      busy += 1;
      return { name, life: born, fault };
    },

    /** To be called once for each use that was entered. */
    leave({ name, life: born, fault }: Use): void {
      if (!play) return;
      busy -= 1;
      if (born !== life) throw new Killed();
      if (fault === 'killed after') die();
      if (fault === 'lost') throw new LineBroken(`${name}: answer lost`);
    },

    /** Something that no fault hits and that waits for no turn, such as the provider's own use of its database. */
    begun() {
      busy += 1;
    },
    ended() {
      busy -= 1;
    },
  };
}
