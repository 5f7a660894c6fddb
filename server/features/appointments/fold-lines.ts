/** RFC 5545: no line of a calendar file is longer than this, in octets; what goes on begins with a space. */
const MOST = 75;

const encoder = new TextEncoder();

/** Folds anew by octets what the library has folded by letters: a Bengali one takes three, and more with its signs. */
export const foldLines = (calendar: string): string =>
  calendar
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map(foldLine)
    .join('\r\n');

function foldLine(line: string): string {
  let folded = '';
  let length = 0;
  for (const letter of line) {
    const octets = encoder.encode(letter).length;
    if (length + octets > MOST) {
      folded += '\r\n ';
      length = 1;
    }
    folded += letter;
    length += octets;
  }
  return folded;
}
