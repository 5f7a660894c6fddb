import * as z from 'zod/mini';
import type { Text } from './content-fields.ts';

/** A kind of content. A draft may lack any field; `content` is what can be published. */
type Kind<Draft extends z.ZodMiniType, Content extends z.ZodMiniType> = { draft: Draft; content: Content };

export const kind = <Draft extends z.ZodMiniType, Content extends z.ZodMiniType>(
  draft: Draft,
  content: Content,
): Kind<Draft, Content> => ({ draft, content });

/** Returns a kind whose content is an object. @param checks what else prevents the publication */
export const objectKind = <Shape extends z.core.$ZodShape>(
  fields: z.ZodMiniObject<Shape>,
  ...checks: z.core.$ZodCheck<z.output<z.ZodMiniObject<Shape>>>[]
) => kind(z.partial(fields), fields.check(...checks));

/**
 * Returns a check that runs even if fields are missing, so that one response names everything that prevents
 * the publication.
 */
export const check = <Content>(
  isValid: (content: Partial<Content>) => boolean,
  field: keyof Content & string,
  error: string,
) => z.refine<Content>((content) => isValid(content), { path: [field], error, when: () => true });

/** Requires a description of each picture. */
export const checkAlt = <Content extends { alt?: Text | undefined }>(picture: keyof Content) =>
  check<Content>(
    (content) => content[picture] === undefined || content.alt !== undefined,
    'alt',
    'Describe the picture for people who do not see it',
  );
