import { AppError } from '#platform/errors.ts';

/** What an address asks for. */
export type Wanted = {
  /** Device pixels: `w` times `dpr`. Absent: as wide as the original. */
  width: number | undefined;
  autoFormat: boolean;
  /** `fm=json`: not the picture, but what is known of it. */
  facts: boolean;
};

/**
 * Reads a query, all values of each name. Names that are not ours say nothing.
 * @throws AppError bad-size, bad-format (400), also for a name that is given twice
 */
export function readWanted(query: Record<string, string[]>): Wanted {
  const w = single(query.w, 'bad-size');
  const dpr = single(query.dpr, 'bad-size') ?? '1';
  const auto = single(query.auto, 'bad-format');
  const fm = single(query.fm, 'bad-format');
  if (w !== undefined && !(/^\d{1,4}$/.test(w) && within(Number(w), 1, 4096))) throw new AppError('bad-size');
  if (!/^\d(\.\d{1,3})?$/.test(dpr) || !within(Number(dpr), 1, 4)) throw new AppError('bad-size');
  if (auto !== undefined && auto !== 'format') throw new AppError('bad-format');
  if (fm !== undefined && fm !== 'json') throw new AppError('bad-format');
  const width = w === undefined ? undefined : Math.ceil(Number(w) * Number(dpr));
  return { width, autoFormat: auto === 'format', facts: fm === 'json' };
}

function single(values: string[] | undefined, code: string): string | undefined {
  if (values && values.length > 1) throw new AppError(code);
  return values?.[0];
}

const within = (n: number, least: number, most: number) => n >= least && n <= most;
