import { AppError } from '#platform/errors.ts';

const pictureFields = new Set(['picture', 'cover', 'image', 'logo']);

/**
 * Content shows only pictures of the site's own image host, so that no reader's browser contacts another.
 * @throws AppError invalid-fields (422) naming each other picture
 */
export function checkPictures(content: unknown, publicUrl: string): void {
  const foreign = [...listPictures(content)].filter(([, url]) => !url.startsWith(`${publicUrl}/images/`));
  if (foreign.length === 0) return;
  const fields = foreign.map(([field]) => [field, 'Upload the picture to this site first']);
  throw new AppError('invalid-fields', { fields: Object.fromEntries(fields) });
}

function* listPictures(value: unknown, path = ''): Generator<[field: string, url: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    const field = path ? `${path}.${name}` : name;
    if (typeof entry === 'string' && pictureFields.has(name)) yield [field, entry];
    else yield* listPictures(entry, field);
  }
}
