// The measure for sign-ins: nothing but the hash, as many at once as the site works on; tells how many a second.
import { createPasswords } from '../../../providers/identity/accounts/passwords.ts';

export type Hashing = { seconds: number };

process.once('message', async ({ seconds }: Hashing) => {
  const passwords = createPasswords();
  const sender = { address: 'bench', account: 'bench' };
  const kept = await passwords.hash('correct horse 1', sender);
  const began = performance.now();
  const end = began + seconds * 1000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < end) {
      if (!(await passwords.verify('correct horse 1', kept, sender)))
        throw new Error('The hash is not right.');
      done += 1;
    }
  };
  // More than are hashed at once, so that one always waits.
  await Promise.all(Array.from({ length: 8 }, lane));
  process.send?.((done / (performance.now() - began)) * 1000);
  process.disconnect?.();
});
