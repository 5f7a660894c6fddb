import { JS } from 'refa';
import { analyse } from 'scslre';
import { ambiguity, assertionsIn, hasOverlappingAlternatives } from './ambiguity.ts';

/** Returns why matching this pattern may take more than linear time, or undefined. */
export function findSuperlinear(source: string, flags: string): string | undefined {
  // scslre finds exponential patterns. Its reports of type Move are left to `ambiguity`, which is more precise.
  const report = analyse({ source, flags }).reports.find(({ type }) => type !== 'Move');
  if (report) {
    const degree = report.exponential ? 'exponential' : 'polynomial';
    return `a loop can take the same text in two ways (${degree}), such as ${report.character.literal.source}`;
  }
  const parser = JS.Parser.fromLiteral({ source, flags });
  if (hasOverlappingAlternatives(parser)) return 'alternatives can take the same character (exponential)';
  const ambiguous = ambiguity(parser);
  if (ambiguous) return `${ambiguous} (polynomial)`;
  const unbounded = assertionsIn(parser.ast.pattern).find(
    ({ kind, raw }) => /^look/.test(kind) && /[*+]|,\}/.test(raw),
  );
  if (unbounded) return `a loop within ${unbounded.raw} is not analyzed`;
  return undefined;
}
