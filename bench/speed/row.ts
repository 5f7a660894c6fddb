import { spread } from '../figures.ts';

/** One line of the table of `npm run bench`: what was measured in one run, side by side. */
export type Row = {
  work: string;
  against: string;
  /** `at least 0.85`, as the issue has it. */
  target: string;
  /** One a round: a ratio, or with `unit` a figure. */
  figures: number[];
  unit?: string;
  digits?: number;
};

export type Options = { rounds: number; seconds: number };

/** Measures by turns, in one run; starts and stops all that it needs. */
export type Part = (options: Options) => Promise<Row[]>;

export const heading = `| work | against | target | median (least-most) |\n|---|---|---|---|`;

export const line = ({ work, against, target, figures, unit = '', digits = 2 }: Row): string =>
  `| ${work} | ${against} | ${target} | ${spread(figures, digits)}${unit && ` ${unit}`} |`;
