// What the system tells of one process (Linux).
import { readdirSync, readFileSync } from 'node:fs';

/** In MB. */
export type Memory = {
  resident: number;
  /** Its own, without pages of files: the database's file is mapped, and grows with what is booked. */
  own: number;
};

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { resident: mb('VmRSS'), own: mb('RssAnon') };
}

/** Open files, sockets, pipes and timers of the system. */
export const handlesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
