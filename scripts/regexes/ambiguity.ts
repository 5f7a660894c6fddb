import { CharSet, JS, NFA } from 'refa';

type Node = NFA.ReadonlyNode;
/** The nodes that are reachable from each node. */
type After = Map<Node, Set<Node>>;
/** First and last character that a repeated text needs so that the pattern can begin at each repetition. */
type Seam = { first: CharSet; last: CharSet };

/** `\d{1,4000}` is 4,000 nodes. */
const MAX_NODES = 5000;

/**
 * Returns why a failing search with this pattern may take quadratic time or more: the same text matches two loops, so
 * that a repetition of it can be divided between them at every position. The first loop may be the search itself, which
 * restarts at each character: `/ +$/`, `/<a[^>]*>/`. Assertions inside a pattern are assumed to fail. (The criterion is
 * IDA of Weber and Seidl, On the degree of ambiguity of finite automata, 1991.)
 */
export function ambiguity(parser: JS.Parser): string | undefined {
  const { expression, maxCharacter } = parser.parse({ backreferences: 'disable' });
  const factory = new NFA.LimitedNodeFactory(MAX_NODES);
  const nfa = NFA.fromRegex(expression, { maxCharacter }, { assertions: 'ignore' }, factory);
  // Reaching the end of the pattern is a match, unless an assertion follows.
  const found = assertsLater(parser) ? new Set<Node>() : (nfa.finals as ReadonlySet<Node>);
  const nodes = [...nfa.nodes()].filter((node) => !found.has(node));
  const after: After = new Map(nodes.map((node) => [node, reachable(node, found)]));
  const loops = nodes.filter((node) => after.get(node)?.has(node));
  const { pattern, flags } = parser.ast;
  const seams = flags.sticky ? [] : pattern.alternatives.flatMap((each) => seamsOf(parser, each));
  for (const loop of loops)
    if (seams.some((seam) => canShareText([nfa.initial, loop], [loop, loop], after, seam)))
      return 'a search begins again inside its own loop';
  const anywhere = { first: CharSet.all(maxCharacter), last: CharSet.all(maxCharacter) };
  const isAmbiguous = (first: Node, second: Node) =>
    first !== second &&
    after.get(first)?.has(second) &&
    canShareText([first, first, second], [first, second, second], after, anywhere);
  if (loops.some((first) => loops.some((second) => isAmbiguous(first, second))))
    return 'two loops can share a text';
  return undefined;
}

/** Returns whether one text leads from each node of `begin` to the node of `end` at the same index. */
function canShareText(begin: Node[], end: Node[], after: After, { first, last }: Seam): boolean {
  const numbers = new Map([...after.keys()].map((node, number) => [node, number]));
  const seen = new Set<string>();
  const queue = [begin];
  for (const [index, current] of queue.entries()) {
    const allowed = index === 0 ? first : CharSet.all(first.maximum);
    for (const [next, characters] of steps(current, end, after, allowed)) {
      if (next.every((node, i) => node === end[i]) && !characters.isDisjointWith(last)) return true;
      const name = next.map((node) => numbers.get(node)).join();
      if (seen.has(name)) continue;
      seen.add(name);
      queue.push(next);
    }
  }
  return false;
}

/** Returns the steps that all nodes can take with the same allowed characters and from which `end` is reachable. */
function steps(current: Node[], end: Node[], after: After, allowed: CharSet): [Node[], CharSet][] {
  const [node, ...others] = current;
  const [target, ...otherTargets] = end;
  if (!node || !target) return [[[], allowed]];
  return [...node.out].flatMap(([next, characters]) => {
    const common = characters.intersect(allowed);
    if (common.isEmpty || !(next === target || after.get(next)?.has(target))) return [];
    const rest = steps(others, otherTargets, after, common);
    return rest.map(([nodes, shared]): [Node[], CharSet] => [[next, ...nodes], shared]);
  });
}

function reachable(from: Node, found: ReadonlySet<Node>): Set<Node> {
  const nextOf = (node: Node) => [...node.out.keys()].filter((next) => !found.has(next));
  const reached = new Set(nextOf(from));
  for (const node of reached) for (const next of nextOf(node)) reached.add(next);
  return reached;
}

type Alternative = JS.Parser['ast']['pattern']['alternatives'][number];

/** Returns none for an alternative that can only begin at the start of the text, and `anywhere` in case of doubt. */
function seamsOf({ ast }: JS.Parser, { elements: [start] }: Alternative): Seam[] {
  const flags = ast.flags as JS.Flags;
  const { maximum } = JS.createCharSet([], flags);
  const all = CharSet.all(maximum);
  const anywhere = [{ first: all, last: all }];
  if (start?.type !== 'Assertion') return anywhere;
  if (start.kind === 'start') {
    const lineEnds = JS.createCharSet([0x0a, 0x0d, { min: 0x2028, max: 0x2029 }], flags);
    return ast.flags.multiline ? [{ first: all, last: lineEnds }] : [];
  }
  if (start.kind === 'word' && !start.negate) {
    const word = JS.createCharSet([{ kind: 'word', negate: false }], flags);
    return [
      { first: word, last: word.negate() },
      { first: word.negate(), last: word },
    ];
  }
  if (start.kind !== 'lookbehind') return anywhere;
  const before = start.alternatives.map((each) => charactersOf(each, flags));
  if (before.some((set) => !set)) return anywhere;
  const last = CharSet.empty(maximum).union(...(before as CharSet[]));
  return [{ first: all, last: start.negate ? last.negate() : last }];
}

/** Returns whether there is an assertion other than at the beginning, so that reaching the end may not be a match. */
function assertsLater({ ast }: JS.Parser): boolean {
  const starts = new Set<unknown>(ast.pattern.alternatives.map(({ elements: [start] }) => start));
  return assertionsIn(ast.pattern).some((assertion) => !starts.has(assertion));
}

type AstNode = { type: string; kind: string; raw: string; alternatives?: Alternative[] };

/** Returns every node of a syntax tree except those inside assertions. */
function nodesIn(node: unknown): AstNode[] {
  const { type, alternatives, elements, element } = node as Record<string, unknown>;
  const children = type === 'Assertion' ? [] : [alternatives, elements, element].flat().filter(Boolean);
  return [node as AstNode, ...children.flatMap(nodesIn)];
}

export const assertionsIn = (pattern: unknown): AstNode[] =>
  nodesIn(pattern).filter(({ type }) => type === 'Assertion');

/**
 * Returns whether two single-character alternatives can match the same character, as in `(a|[ab])*`, which is exponential
 * in a loop. The automaton merges them, so `ambiguity` cannot see them.
 */
export function hasOverlappingAlternatives({ ast }: JS.Parser): boolean {
  return nodesIn(ast.pattern).some(({ alternatives = [] }) => {
    const sets = alternatives.flatMap((each) => charactersOf(each, ast.flags as JS.Flags) ?? []);
    return sets.some((set, index) => sets.slice(index + 1).some((other) => !set.isDisjointWith(other)));
  });
}

/** Returns the characters that a single-character alternative matches. */
function charactersOf({ elements: [only, ...more] }: Alternative, flags: JS.Flags): CharSet | undefined {
  if (!only || !/^Character/.test(only.type) || more.length > 0) return undefined;
  return JS.parseUnicodeSet(only as JS.CharacterElement, flags).chars;
}
