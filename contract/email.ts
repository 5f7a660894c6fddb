/** Text, at sign, text, dot, text. The pattern tries only one dot per match, so matching takes linear time. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** The maximum length according to RFC 3696. */
export const MAX_EMAIL_LENGTH = 320;
