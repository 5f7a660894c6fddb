import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startedAs } from '#platform/testing/kept-logs.ts';
import type { Result } from '../results/result.ts';
import { personsIn } from './persons.ts';

/**
 * Every line that the servers of a suite have left in that folder: one result for those of each kind of server, passed
 * when no line holds anything of a person. That there are none at all is a failure: then nothing was looked at.
 */
export function readKeptLogs(folder: string): Result[] {
  const files = filesOf(folder);
  return startedAs.map((kind) => {
    const lines = files
      .filter((file) => file.startsWith(`${kind}-`))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean));
    const title = `${lines.length} lines of servers started as a ${kind} hold nothing of a person`;
    if (lines.length === 0)
      return { title, outcome: 'failed', reason: 'No server of that kind left a line.' };
    const found = count(lines.flatMap(personsIn));
    if (found.size === 0) return { title, outcome: 'passed' };
    const reason = [...found].map(([what, times]) => `${times} x ${what}`).join('\n');
    return { title, outcome: 'failed', reason };
  });
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

function count(findings: string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const finding of findings) times.set(finding, (times.get(finding) ?? 0) + 1);
  return times;
}
