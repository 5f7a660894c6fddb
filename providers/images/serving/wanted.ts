import { AppError } from '#platform/errors.ts';

/** What an address asks for. */
export type Wanted = {
  /** Device pixels: `w` times `dpr`. Absent: as wide as the original. */
  width: number | undefined;
  autoFormat: boolean;
  /** `fm=json`: not the picture, but what is known of it. */
  facts: boolean;
};

/** @throws AppError bad-size, bad-format (400) */
export function readWanted(query: Record<string, string>): Wanted {
  const { w, dpr = '1', auto, fm } = query;
  if (w !== undefined && !(/^\d{1,4}$/.test(w) && within(Number(w), 1, 4096))) throw new AppError('bad-size');
  if (!/^\d(\.\d{1,3})?$/.test(dpr) || !within(Number(dpr), 1, 4)) throw new AppError('bad-size');
  if (auto !== undefined && auto !== 'format') throw new AppError('bad-format');
  if (fm !== undefined && fm !== 'json') throw new AppError('bad-format');
  const width = w === undefined ? undefined : Math.ceil(Number(w) * Number(dpr));
  return { width, autoFormat: auto === 'format', facts: fm === 'json' };
}

const within = (n: number, least: number, most: number) => n >= least && n <= most;
