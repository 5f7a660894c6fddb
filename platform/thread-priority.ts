import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** Behind the thread that answers, before the processes that make pictures (10). */
const NICE = 5;
const threads = '/proc/self/task';

/** Node's pool, where passwords are hashed, and threads of ours: SQLite's writer commits more at once when it comes late. */
const behind = ['libuv-worker', 'WorkerThread'];

/**
 * Makes threads that nobody waits for alone give way to the one that answers. Only Linux has a priority for each thread;
 * elsewhere, or where it is not allowed, nothing changes.
 */
export async function letThreadsGiveWay(): Promise<void> {
  if (process.platform !== 'linux') return;
  // Reading the folder is work for the pool: all its threads are there when it is done.
  for (const id of await readdir(threads).catch(() => [])) {
    const name = await readFile(`${threads}/${id}/comm`, 'utf8').catch(() => '');
    if (behind.includes(name.trim())) setNice(Number(id));
  }
}

function setNice(thread: number): void {
  try {
    setPriority(thread, NICE);
  } catch {
    // A wish, no need.
  }
}
