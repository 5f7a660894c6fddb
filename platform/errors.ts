/**
 * The one error that rules throw. `code` stands in the error table of the service that throws it
 * (ours: contract/errors.ts), which gives the status and the sentence.
 */
export class AppError extends Error {
  readonly code: string;
  /** What is wrong with which field of the input: field name -> sentence. */
  readonly fields?: Record<string, string>;
  /** Seconds after which a further try makes sense; sent as Retry-After. */
  readonly retryAfter?: number;

  constructor(
    code: string,
    options: { message?: string; fields?: Record<string, string>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    if (options.fields) this.fields = options.fields;
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter;
  }
}

/** What a service says for each of its codes: HTTP status and a sentence that says what to do. */
export type ErrorTable = Readonly<Record<string, { status: number; message: string }>>;

/** A mistake of the person who runs the site: told in one line, exit code 1. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
