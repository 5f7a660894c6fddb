import type { ErrorTable } from '#platform/errors.ts';
import { httpErrors } from '#platform/http/errors.ts';

/** Every error code of the image host, with its HTTP status and message. */
export const imageErrors = {
  ...httpErrors,
  'wrong-key': { status: 400, message: 'The upload key is missing or wrong.' },
  'no-picture': { status: 400, message: 'Send one picture as a file in the form field `image`.' },
  'malformed-upload': { status: 400, message: 'The upload is not a complete multipart form.' },
  'request-aborted': { status: 400, message: 'The client closed the request before the picture was ready.' },
  'upload-broken-off': { status: 400, message: 'The upload was interrupted. Try again.' },
  'bad-size': {
    status: 400,
    message: '`w` must be an integer from 1 to 4096 and `dpr` a number from 1 to 4.',
  },
  'bad-format': {
    status: 400,
    message:
      '`auto` must be `format`, `fm` `json` and `as` a drawing of a logo such as `icon-32`, or be absent.',
  },
  'not-signed-in': { status: 401, message: 'Sign in and try again.' },
  'credentials-refused': {
    status: 403,
    message: 'Your session has expired. Sign in again.',
  },
  'too-large': { status: 413, message: 'A picture can have at most 10 MB.' },
  'unsupported-picture': {
    status: 415,
    message: 'Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.',
  },
  'unreadable-picture': {
    status: 422,
    message: 'This picture is damaged or incomplete. Choose another one.',
  },
  'too-many-pixels': { status: 422, message: 'A picture can have at most 50.5 megapixels.' },
  'too-many-requests': {
    status: 429,
    message: "You've reached today's upload limit. Try again tomorrow.",
  },
  unavailable: {
    status: 503,
    message: 'We are processing many pictures right now. Try again in a moment.',
  },
} as const satisfies ErrorTable;
