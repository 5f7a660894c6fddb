import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a file of this folder as a child process: sends it one message and waits for its reply. */
export async function sendToChild<Reply>(
  file: string,
  message: object,
): Promise<{ reply: Reply; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' });
  child.send(message);
  const reply = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
  });
  return { reply: reply as Reply, child };
}
