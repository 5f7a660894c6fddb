import { execFileSync } from 'node:child_process';

/**
 * Packs entries of a folder into a tar file. The same content has the same bytes: sorted, with one time, no
 * owner's name, and permissions that do not depend on the umask.
 * @param time in seconds
 */
export function pack(
  file: string,
  { folder, entries, time, owner = 0 }: { folder: string; entries: string[]; time: number; owner?: number },
) {
  const same = [
    '--sort=name',
    `--mtime=@${time}`,
    `--owner=${owner}`,
    `--group=${owner}`,
    '--numeric-owner',
    '--mode=u+w,a+rX,go-w',
  ];
  execFileSync('tar', [...same, '--format=gnu', '-C', folder, '-cf', file, ...entries]);
}

/** Replaces a file by its compressed form, whose name ends in `.gz`. */
export const compress = (file: string): void => void execFileSync('gzip', ['-9n', '-f', file]);
