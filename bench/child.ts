import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs a file of this folder as a child process: sends it one message and waits for its reply. */
export async function sendToChild<Reply>(
  file: string,
  message: object,
): Promise<{ reply: Reply; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' });
  child.send(message);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}.`);
  });
  ended.catch(() => {});
  const [reply] = (await Promise.race([once(child, 'message'), ended])) as [Reply];
  return { reply, child };
}
