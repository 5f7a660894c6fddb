import fc from 'fast-check';
import { inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { createSpreadDatabase } from '#server/testing/spread-database.ts';
import { openTestHouse } from './house.ts';
import { steps } from './model/steps.ts';
import { openPeople, type Real, readModel } from './model/world.ts';

/** On each database; `npm run bench:fuzz` is for more. */
const SEQUENCES = 1000;
/** What is paid stays, and takes days: somebody else goes on after so many. */
const SEQUENCES_EACH = 25;

async function follow(environment: Record<string, string>, sequences = SEQUENCES): Promise<void> {
  await using house = await openTestHouse({ ...environment, RATE_LIMIT_SCALE: '1000000' });
  let real: Real | undefined;
  let sequence = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 12 }), async (commands) => {
      if (sequence % SEQUENCES_EACH === 0) real = undefined;
      sequence += 1;
      real ??= await openPeople(house);
      const { house: same, people } = real;
      const model = await readModel(real);
      await fc.asyncModelRun(() => ({ model, real: { house: same, people } }), commands);
    }),
    { numRuns: sequences },
  );
}

const what =
  'people request, move, cancel, pay, share photos, sign in and out in any order, and all is as a plain list says';

test(`${what}: on SQLite`, { timeout: 900_000 }, () => follow({}));

test(`${what}: on PostgreSQL`, { timeout: 900_000 }, async () => {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  await follow({ DATABASE_URL: url, SECRET_KEY: 'a key of this test alone' });
  await drop();
});

test(`${what}: on tables that are spread as on Citus`, { timeout: 900_000 }, async () => {
  const { url, drop } = await createSpreadDatabase();
  await follow({ DATABASE_URL: url, SECRET_KEY: 'a key of this test alone' }, SEQUENCES / 10);
  await drop();
});
