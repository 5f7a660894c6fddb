import { AppError } from '#platform/errors.ts';

/** What an address asks for. */
export type VariantRequest = {
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
export function parseVariantRequest(query: Record<string, string[]>): VariantRequest {
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

/** The only widths made, so that nobody fills the disk by asking for 10,000 of them. Multiples of 162 serve the gallery. */
const rungs = [162, 324, 486, 640, 810, 972, 1280, 1600, 1920, 2560] as const;

/** `wanted` rounded up to a rung; undefined when it is above them all, or anything will do. Pixels. */
export const widthFor = (wanted: number | undefined): number | undefined =>
  wanted === undefined ? undefined : rungs.find((width) => width >= wanted);

/** The width to serve: the rung, never more than the original has. All in pixels. */
export const servedWidth = (wanted: number | undefined, original: number): number =>
  Math.min(widthFor(wanted) ?? original, original);
