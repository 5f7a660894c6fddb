import { toBengaliDigits } from '#contract/digits.ts';
import { language } from './language.ts';

// This file is separate from numbers.ts, because no page needs it before its first paint.

/** Formats a number without separators, for years and counters: `2026`; `২০২৬`. */
export const formatPlainNumber = (value: number | string): string => toLocalDigits(String(value));

export const toLocalDigits = (text: string): string => (language === 'bn' ? toBengaliDigits(text) : text);
