import { toBengaliDigits } from '#contract/digits.ts';
import { language } from './language.ts';

/** Formats a number without separators, for years and counters: `2026`; `২০২৬`. */
export const formatPlainNumber = (value: number | string): string => toLocalDigits(String(value));

export const toLocalDigits = (text: string): string => (language === 'bn' ? toBengaliDigits(text) : text);
