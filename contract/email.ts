/** Text, at sign, text, dot, text. The first dot that can be meant is the only one tried, so that the cost is linear. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** RFC 3696 allows so many characters. */
export const MAX_EMAIL_LENGTH = 320;
