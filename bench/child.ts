import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a file of this folder as a process of its own, sends it one message and waits for the one that it sends. */
export async function sendToChild<Told>(
  file: string,
  message: object,
): Promise<{ told: Told; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' });
  child.send(message);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}.`);
  });
  ended.catch(() => {});
  const [told] = (await Promise.race([once(child, 'message'), ended])) as [Told];
  return { told, child };
}
