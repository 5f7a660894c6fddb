import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Scheduler } from 'fast-check';
import { minutes } from '#platform/time.ts';

/** What may befall the server at one use of its database, its disk, the card provider or the mail server. */
export const faults = ['refused', 'lost', 'killed before', 'killed after', 'slow', 'disk full'] as const;
/** What else the card provider may answer (line.ts); others refuse in its place. */
export const badResponses = ['failed', 'done and failed', 'busy', 'too many'] as const;
export type Fault = (typeof faults | typeof badResponses)[number];

/** The process is gone: whatever it was doing ends here, answered to nobody. */
export class Killed extends Error {}
/** `refused`: it was not done. `lost`: it was done, and nobody heard so. */
export class ConnectionBroken extends Error {}

/** SQLite's error for a disk that is full. */
class DiskFull extends ConnectionBroken {
  readonly errcode = 13;
}

/** One process of the server, from its start to its end. */
export type Life = { ended: boolean };

/** Who draws the order of turns. */
export type Turns = Pick<Scheduler, 'schedule' | 'waitFor' | 'waitIdle'>;

/** Nobody: everything happens at once, as it comes. */
export const atOnce: Turns = {
  schedule: (task) => task,
  waitFor: (task) => task,
  waitIdle: async () => {},
};

const LONGEST_PAUSE_MS = 5;
/** A process that stands still for so long loses the leases of what it was doing. */
const STANDSTILL_MS = minutes(2);
const TURNS_OF_A_STANDSTILL = 30;
/** This use follows the confirmation of a claim in the same turn: no server can close the gap between the two. */
export const ATOMIC = 'mail content';

export type Play = {
  scheduler: Turns;
  /** By the number of the step that it hits. */
  faults: ReadonlyMap<number, Fault>;
  /** From which step on the card provider is away, and until which. */
  outage?: { from: number; until: number } | undefined;
  /** Moves the clock on, in ms. */
  pass(ms: number): void;
};

/** A use of something outside the process, between its two ends. */
export type Use = { name: string; life: Life; fault: Fault | undefined };

export type Stage = ReturnType<typeof createStage>;

/**
 * Lets one use after another happen, in the order that the scheduler draws, and faults where the plan has them. Between
 * two uses everything that runs by itself has come to rest, so that the same seed plays the same run again.
 */
export function createStage() {
  let play: Play | undefined;
  let steps: string[] = [];
  let busy = 0;
  let seen = 0;
  let kills = 0;
  let trace: string[] = [];

  /** Until nothing is under way any more but what waits for its turn. */
  async function rest(): Promise<void> {
    for (let still = 0; still < 3; still = busy === 0 ? still + 1 : 0) await nextTurn();
  }

  /** While it lasts others take their turns. */
  async function standStill(name: string, life: Life): Promise<void> {
    play?.pass(STANDSTILL_MS);
    for (let turn = 0; turn < TURNS_OF_A_STANDSTILL; turn += 1)
      await play?.scheduler.schedule(Promise.resolve(), `${name} stands still`);
    if (life.ended) throw new Killed();
  }

  function die(life: Life): never {
    life.ended = true;
    kills += 1;
    throw new Killed();
  }

  return {
    rest,
    playing: () => play !== undefined,
    /** What was used in this play, by the number of the step. */
    steps: (): readonly string[] => steps,
    trace: () => trace,
    note: (line: string) => void trace.push(line),
    /** How many faults have come to pass since the stage was opened, and how many of them were kills. */
    faultsSeen: () => seen,
    kills: () => kills,

    /** From now on uses wait for their turns; without a play they just happen. */
    begin(next: Play | undefined): void {
      play = next;
      if (!next) return;
      steps = [];
      trace = [];
    },

    /** Somebody outside the server waits for a turn. */
    async turn(name: string): Promise<void> {
      await play?.scheduler.schedule(Promise.resolve(), name);
    },

    /** `answers`: it is the provider, which may say itself that it failed. */
    async enter(name: string, life: Life, answers = false): Promise<Use> {
      if (!play) return { name, life, fault: undefined };
      if (name !== ATOMIC) await play.scheduler.schedule(Promise.resolve(), name);
      if (life.ended) throw new Killed();
      const { from = 0, until = 0 } = (answers && play.outage) || {};
      const away = from <= steps.length && steps.length < until;
      const fault = play.faults.get(steps.length) ?? (away ? 'refused' : undefined);
      trace.push(`${String(steps.length).padStart(4)} ${name}${fault ? `: ${fault}` : ''}`);
      steps.push(name);
      if (fault) seen += 1;
      if (fault === 'killed before') die(life);
      if (fault === 'slow' && name !== ATOMIC) await standStill(name, life);
      if (fault === 'disk full' && name === 'database') throw new DiskFull('database or disk is full');
      if (isRefusal(fault, answers)) throw new ConnectionBroken(`${name}: refused`);
      busy += 1;
      return { name, life, fault };
    },

    /** To be called once for each use that was entered. */
    leave({ name, life, fault }: Use): void {
      if (!play) return;
      busy -= 1;
      if (life.ended) throw new Killed();
      if (fault === 'killed after') die(life);
      if (fault === 'lost') throw new ConnectionBroken(`${name}: answer lost`);
    },

    /** Where everything happens at once, a transaction takes its time, so that it meets others. */
    dawdle: () => (play?.scheduler === atOnce ? pause(Math.random() * LONGEST_PAUSE_MS) : undefined),

    /** Something that no fault hits and that waits for no turn, such as the provider's own use of its database. */
    begun() {
      busy += 1;
    },
    ended() {
      busy -= 1;
    },
  };
}

const isRefusal = (fault: Fault | undefined, answers: boolean): boolean =>
  fault === 'refused' || fault === 'disk full' || (!answers && badResponses.some((each) => each === fault));
