const mark = 'inline-flex items-center gap-1 rounded-full px-3 text-small font-semibold';

export const successMark = `${mark} bg-good-soft text-good`;
export const pendingMark = `${mark} bg-warn-soft text-warn`;

/** A smaller mark, for use next to small text. */
const badge =
  'inline-flex min-h-6 w-fit items-center rounded-[0.75rem] px-2 align-middle text-sm font-semibold';

export const successBadge = `${badge} bg-good-soft text-good`;
export const pendingBadge = `${badge} bg-warn-soft text-warn`;

/** Classes of a modal with one short form. */
export const panelClass = [
  'bb-card max-h-[calc(var(--window-height)-2rem)] w-[min(30rem,calc(100vw-2rem))] overflow-y-auto',
  '[&>div]:p-5 [&_h2]:pr-12 [&_h2]:text-heading',
].join(' ');
