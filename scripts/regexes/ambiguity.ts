import { CharSet, JS, NFA } from 'refa';

type Node = NFA.ReadonlyNode;
/** The nodes that can be reached from each. */
type After = Map<Node, Set<Node>>;
/** What a repeated text has to begin and end with, so that the pattern can begin wherever the text repeats. */
type Seam = { first: CharSet; last: CharSet };

/** `\d{1,4000}` is 4,000 nodes. */
const MAX_NODES = 5000;

/**
 * Why a search by this pattern may take quadratic time, or more, to find nothing. One text can keep going round in two
 * loops at once: repeated, it may be divided between them in as many ways as it is long. The first loop may also be the
 * search itself, which begins again at each character: `/ +$/`, `/<a[^>]*>/`. What is asserted inside a pattern is
 * taken to fail. (The criterion is IDA of Weber and Seidl, On the degree of ambiguity of finite automata, 1991.)
 */
export function ambiguity(parser: JS.Parser): string | undefined {
  const { expression, maxCharacter } = parser.parse({ backreferences: 'disable' });
  const factory = new NFA.LimitedNodeFactory(MAX_NODES);
  const nfa = NFA.fromRegex(expression, { maxCharacter }, { assertions: 'ignore' }, factory);
  // Who comes to an end of the pattern has found something, unless more is asserted there.
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

/** Whether one text leads from each node of `begin` to the one of `end` in the same place. */
function canShareText(begin: Node[], end: Node[], after: After, { first, last }: Seam): boolean {
  const numbers = new Map([...after.keys()].map((node, number) => [node, number]));
  const seen = new Set<string>();
  const waiting = [begin];
  for (const [index, places] of waiting.entries()) {
    for (const [next, characters] of steps(places, end, after)) {
      const these = index === 0 ? characters.intersect(first) : characters;
      if (these.isEmpty) continue;
      if (next.every((node, i) => node === end[i]) && !these.isDisjointWith(last)) return true;
      const name = next.map((node) => numbers.get(node)).join();
      if (seen.has(name)) continue;
      seen.add(name);
      waiting.push(next);
    }
  }
  return false;
}

/** Where all of them may go by a common character, and still come to the end. */
function steps(places: Node[], end: Node[], after: After): [Node[], CharSet][] {
  return places.reduce<[Node[], CharSet | undefined][]>(
    (all, place, i) =>
      all.flatMap(([before, by]) =>
        [...place.out].flatMap(([next, characters]) => {
          const both = by ? by.intersect(characters) : characters;
          const goesOn = next === end[i] || after.get(next)?.has(end[i] as Node);
          return goesOn && !both.isEmpty ? [[[...before, next], both] as [Node[], CharSet]] : [];
        }),
      ),
    [[[], undefined]],
  ) as [Node[], CharSet][];
}

function reachable(from: Node, found: ReadonlySet<Node>): Set<Node> {
  const nextOf = (node: Node) => [...node.out.keys()].filter((next) => !found.has(next));
  const reached = new Set(nextOf(from));
  for (const node of reached) for (const next of nextOf(node)) reached.add(next);
  return reached;
}

type Alternative = JS.Parser['ast']['pattern']['alternatives'][number];

/** None for an alternative that can begin at the beginning of the text alone; anywhere, if in doubt. */
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

/** Whether something is asserted elsewhere than at the beginning, so that the end of the pattern may not be enough. */
function assertsLater({ ast }: JS.Parser): boolean {
  const starts = new Set<unknown>(ast.pattern.alternatives.map(({ elements: [start] }) => start));
  return assertionsIn(ast.pattern).some((assertion) => !starts.has(assertion));
}

type AstNode = { type: string; kind: string; raw: string; alternatives?: Alternative[] };

/** Every node of a syntax tree, except for what stands within an assertion. */
function nodesIn(node: unknown): AstNode[] {
  const { type, alternatives, elements, element } = node as Record<string, unknown>;
  const inside = type === 'Assertion' ? [] : [alternatives, elements, element].flat().filter(Boolean);
  return [node as AstNode, ...inside.flatMap(nodesIn)];
}

export const assertionsIn = (pattern: unknown): AstNode[] =>
  nodesIn(pattern).filter(({ type }) => type === 'Assertion');

/**
 * Whether two alternatives of one character each can take the same one, as in `(a|[ab])*`: exponential in a loop. The
 * automaton joins the two, so that `ambiguity` does not see them.
 */
export function hasOverlappingAlternatives({ ast }: JS.Parser): boolean {
  return nodesIn(ast.pattern).some(({ alternatives = [] }) => {
    const sets = alternatives.flatMap((each) => charactersOf(each, ast.flags as JS.Flags) ?? []);
    return sets.some((set, place) => sets.slice(place + 1).some((other) => !set.isDisjointWith(other)));
  });
}

/** What an alternative takes, when that is one character. */
function charactersOf({ elements: [only, ...more] }: Alternative, flags: JS.Flags): CharSet | undefined {
  if (!only || !/^Character/.test(only.type) || more.length > 0) return undefined;
  return JS.parseUnicodeSet(only as JS.CharacterElement, flags).chars;
}
