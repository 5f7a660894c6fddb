import { AppError } from '#platform/errors.ts';
import { isLogoForm, type LogoForm } from '../imaging/logo-forms.ts';

/** A parsed picture URL. */
export type VariantRequest = {
  /** Device pixels: `w` times `dpr`. Undefined: the width of the original. */
  width: number | undefined;
  autoFormat: boolean;
  /** `fm=json`: return the picture's size and placeholder instead of the picture. */
  wantsMetadata: boolean;
  /** `as=icon-32`: return this, drawn from the picture, instead of the picture. */
  logo: LogoForm | undefined;
};

/**
 * Parses the query parameters. Unknown names are ignored.
 * @throws AppError bad-size, bad-format (400), even for a repeated parameter
 */
export function parseVariantRequest(query: Record<string, string[]>): VariantRequest {
  const w = single(query.w, 'bad-size');
  const dpr = single(query.dpr, 'bad-size') ?? '1';
  const auto = single(query.auto, 'bad-format');
  const fm = single(query.fm, 'bad-format');
  if (w !== undefined && !(/^\d{1,4}$/.test(w) && isBetween(Number(w), 1, 4096)))
    throw new AppError('bad-size');
  if (!/^\d(\.\d{1,3})?$/.test(dpr) || !isBetween(Number(dpr), 1, 4)) throw new AppError('bad-size');
  if (auto !== undefined && auto !== 'format') throw new AppError('bad-format');
  if (fm !== undefined && fm !== 'json') throw new AppError('bad-format');
  const logo = single(query.as, 'bad-format');
  if (logo !== undefined && !isLogoForm(logo)) throw new AppError('bad-format');
  const width = w === undefined ? undefined : Math.ceil(Number(w) * Number(dpr));
  return { width, autoFormat: auto === 'format', wantsMetadata: fm === 'json', logo };
}

function single(values: string[] | undefined, code: string): string | undefined {
  if (values && values.length > 1) throw new AppError(code);
  return values?.[0];
}

const isBetween = (n: number, min: number, max: number) => n >= min && n <= max;

/** The only widths that are generated, so that requests cannot fill the disk. */
const WIDTHS = [162, 324, 486, 640, 810, 972, 1280, 1600, 1920, 2560] as const;

/**
 * Rounds `requested` (in pixels) up to a generated width. Returns undefined if it is absent or larger than
 * all of them.
 */
export const roundUpWidth = (requested: number | undefined): number | undefined =>
  requested === undefined ? undefined : WIDTHS.find((width) => width >= requested);

/** Returns the width to serve, never more than the original's. All in pixels. */
export const servedWidth = (requested: number | undefined, original: number): number =>
  Math.min(roundUpWidth(requested) ?? original, original);
