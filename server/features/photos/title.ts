const byDefault = 'A photo from our community';

/**
 * Plain text in one line. Signs that only steer terminals or turn the direction of what follows go (bidirectional
 * overrides and isolates); joiners and marks, which Bengali and Arabic need, stay.
 */
export function readTitle(sent: string | undefined): string {
  const title = (sent ?? '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return /[^\p{C}\p{Z}\p{M}]/u.test(title) ? title : byDefault;
}
