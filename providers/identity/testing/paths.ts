import { decodeJwt } from 'jose';

/** What stands at `users.0.email`; `*` stands for every element and gives a list. */
export function at(value: unknown, path: string): unknown {
  const [first, ...rest] = path.split('.');
  if (first === undefined || first === '') return value;
  if (first === '*') return (Array.isArray(value) ? value : []).map((item) => at(item, rest.join('.')));
  if (typeof value !== 'object' || value === null) return undefined;
  return at((value as Record<string, unknown>)[first], rest.join('.'));
}

/** `idToken` reads the answer, `jwt:idToken.auth_time` a claim of the token there; a trailing `?` allows nothing. */
export function readSaved(body: unknown, source: string): unknown {
  const path = source.replace(/\?$/, '');
  if (!path.startsWith('jwt:')) return at(body, path);
  const [token = '', ...claim] = path.slice('jwt:'.length).split('.');
  return at(claimsAt(body, token), claim.join('.'));
}

export function claimsAt(body: unknown, path: string): Record<string, unknown> {
  return decodeJwt(String(at(body, path)));
}

/** Replaces `${name}` by the saved value, everywhere inside. */
export function fill<T>(value: T, vars: Record<string, unknown>): T {
  const text = JSON.stringify(value) ?? 'null';
  const filled = text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!(name in vars)) throw new Error(`Nothing was saved as ${name}.`);
    return JSON.stringify(String(vars[name])).slice(1, -1);
  });
  return JSON.parse(filled) as T;
}
