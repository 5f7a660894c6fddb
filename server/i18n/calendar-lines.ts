/** Maximum length of a line in octets (RFC 5545). Continuation lines begin with a space. */
const MAX_LINE_OCTETS = 75;

/**
 * Folds lines by octets. The library counts characters, but a Bengali character takes three octets or more.
 */
export const foldLines = (calendar: string): string =>
  calendar
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map(foldLine)
    .join('\r\n');

function foldLine(line: string): string {
  const parts = [''];
  for (const character of line) {
    const part = parts.at(-1) + character;
    if (Buffer.byteLength(part) > MAX_LINE_OCTETS) parts.push(` ${character}`);
    else parts[parts.length - 1] = part;
  }
  return parts.join('\r\n');
}
