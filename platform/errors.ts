/**
 * The error that business rules throw. `code` is a key of the service's error table (product server:
 * contract/errors.ts), which defines the status and the message.
 */
export class AppError extends Error {
  readonly code: string;
  /** Invalid fields of the input: field name -> message. */
  readonly fields?: Record<string, string>;
  /** In seconds. Sent as Retry-After. */
  readonly retryAfter?: number;
  /** What else the response says about the error. */
  readonly details?: object;

  constructor(
    code: string,
    options: {
      message?: string;
      fields?: Record<string, string>;
      retryAfter?: number;
      details?: object;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    if (options.fields) this.fields = options.fields;
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter;
    if (options.details) this.details = options.details;
  }
}

/** Error codes of a service: HTTP status and a message that says what to do. */
export type ErrorTable = Readonly<Record<string, { status: number; message: string }>>;

/** A configuration error of the operator. The process prints it in one line and exits with code 1. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
