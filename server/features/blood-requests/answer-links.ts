import { createHmac } from 'node:crypto';
import { type Language, languageBase } from '#contract/languages.ts';
import { AppError } from '#platform/errors.ts';
import { isSameSecret } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';

type LinkCore = { linkKeys: Pick<Core['linkKeys'], 'offers'> };

const sign = ({ linkKeys }: LinkCore, content: string): string =>
  createHmac('sha256', linkKeys.offers).update(content).digest('base64url').slice(0, 22);

/** Issues the token in the link of a donor's question. Text messages contain it, so it is short. */
export function issueAnswerToken(core: LinkCore, donorId: string): string {
  const content = `r.${donorId}`;
  return `${content}.${sign(core, content)}`;
}

/** Returns the id of the donor's row. @throws AppError not-found (404: not our token) */
export function readAnswerToken(core: LinkCore, token: string): string {
  const [, content = '', id, mac = ''] = /^(r\.([\w-]{1,64}))\.([\w-]{22})$/.exec(token) ?? [];
  if (!id || !isSameSecret(mac, sign(core, content))) throw new AppError('not-found');
  return id;
}

/** The token is in the fragment, which browsers do not send to servers. */
export const answerLink = (
  core: Pick<Core, 'publicUrl' | 'linkKeys'>,
  donorId: string,
  language: Language,
): string => `${core.publicUrl}${languageBase[language]}/request-answer#${issueAnswerToken(core, donorId)}`;
