import { expect, onTestFinished, test } from 'vitest';
import { alone } from './alone.ts';
import { onBothDatabases } from './testing/databases.ts';

onBothDatabases([], (open) => {
  /** Two servers' ways to the same job, on one clock. */
  async function openServers(work: () => Promise<void> = async () => {}) {
    const { db, ...rest } = await open();
    onTestFinished(() => rest[Symbol.asyncDispose]());
    const time = { now: 1_000_000 };
    const rounds: string[] = [];
    const serverOf = (name: string) =>
      alone(db, () => time.now, {
        name: 'sweep',
        everyMs: 10_000,
        run: async () => {
          rounds.push(name);
          await work();
        },
      });
    return { time, rounds, here: serverOf('here'), there: serverOf('there') };
  }

  test('of many that try at once one runs, and nobody again before the next round', async () => {
    const { time, rounds, here, there } = await openServers();
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there).run()));
    expect(rounds).toHaveLength(1);
    time.now += 8999;
    await here.run();
    expect(rounds).toHaveLength(1);
    time.now += 1;
    await there.run();
    expect(rounds).toEqual([expect.anything(), 'there']);
  });

  test('a clock that ran days ahead, or is set back, holds up no round once it is right', async () => {
    const { time, rounds, here, there } = await openServers();
    time.now += 3 * 86_400_000;
    await here.run();
    time.now -= 3 * 86_400_000;
    await there.run();
    expect(rounds).toHaveLength(2);
    await here.run();
    expect(rounds).toHaveLength(2);
  });

  test('a round that fails is told, and followed by the next', async () => {
    const { time, rounds, here } = await openServers(() => Promise.reject(new Error('no luck')));
    await expect(here.run()).rejects.toThrow('no luck');
    time.now += 10_000;
    await expect(here.run()).rejects.toThrow('no luck');
    expect(rounds).toHaveLength(2);
  });

  test('who began a round and fell is followed after a minute; coming back, it does not end the round of the other', async () => {
    const falls = Promise.withResolvers<void>();
    let first = true;
    const { time, rounds, here, there } = await openServers(async () => {
      if (first) {
        first = false;
        await falls.promise;
      }
    });
    const fallen = here.run();
    await expect.poll(() => rounds).toEqual(['here']);
    time.now += 59_999;
    await there.run();
    expect(rounds).toEqual(['here']);
    time.now += 1;
    await there.run();
    expect(rounds).toEqual(['here', 'there']);
    falls.resolve();
    await fallen;
    await there.run();
    expect(rounds).toEqual(['here', 'there']);
  });
});
