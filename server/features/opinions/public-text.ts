import { oneLine } from '#contract/one-line.ts';

/** Begins where a word begins, and tries only the first dot that can be meant: anything else would be quadratic. */
const address = /(?<![^\s@<>(),;:"])[^\s@<>(),;:"]+@[^\s@<>(),;:"][^\s@<>(),;:".]*\.[^\s@<>(),;:"]+/gu;

/** What donors wrote, as everybody may read it: in one line, and without the addresses that some write below it. */
export const publicText = (text: string): string => oneLine(text.replace(address, '***@***'));
