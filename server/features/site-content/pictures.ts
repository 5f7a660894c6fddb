import { MIN_LOGO_SIDE } from '#contract/logo.ts';
import { AppError } from '#platform/errors.ts';
import { type Images, parsePictureUrl, pictureUrl } from '#server/integrations/images.ts';

const foreignMessage = 'Upload the picture to this site first';
const smallLogoMessage = `Choose a picture of at least ${MIN_LOGO_SIDE} by ${MIN_LOGO_SIDE} pixels`;

const pictureFields = new Set(['picture', 'cover', 'image', 'logo']);

/**
 * Content shows only pictures of the site's own image host, so that no reader's browser contacts another.
 * @throws AppError invalid-fields (422) naming each other picture
 */
export function checkPictures(content: unknown, publicUrl: string): void {
  const isOwn = (url: string) => {
    const id = parsePictureUrl(url, publicUrl);
    return id !== undefined && url === pictureUrl(publicUrl, id);
  };
  const foreign = [...listPictures(content)].filter(([, url]) => !isOwn(url));
  if (foreign.length === 0) return;
  const fields = foreign.map(([field]) => [field, foreignMessage]);
  throw new AppError('invalid-fields', { fields: Object.fromEntries(fields) });
}

/**
 * Returns why a logo cannot be published, or undefined if it can. It asks the image host, so call it before a
 * transaction.
 * @throws AppError unavailable (503)
 */
export async function findLogoProblem(
  images: Pick<Images, 'describe'>,
  logo: string,
): Promise<string | undefined> {
  try {
    const { width = MIN_LOGO_SIDE, height = MIN_LOGO_SIDE } = await images.describe(logo);
    return Math.min(width, height) < MIN_LOGO_SIDE ? smallLogoMessage : undefined;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid-fields')) throw error;
    return foreignMessage;
  }
}

function* listPictures(value: unknown, path = ''): Generator<[field: string, url: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    const field = path ? `${path}.${name}` : name;
    if (typeof entry === 'string' && pictureFields.has(name)) yield [field, entry];
    else yield* listPictures(entry, field);
  }
}
