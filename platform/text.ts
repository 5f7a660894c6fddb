/**
 * Whether every database of ours can hold the text as it is: PostgreSQL knows no character 0, and UTF-8 no half of a
 * surrogate pair. No honest input has either.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
