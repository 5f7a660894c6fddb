import { language } from '#web/i18n/language.ts';
import { send } from './client.ts';
import { readErrorResponse } from './error-response.ts';

/** Fetches a file of the API, with texts in the language of the page. @throws ApiError */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await send(`/api${path}`, { headers: { 'Accept-Language': language } });
  if (!response.ok) throw await readErrorResponse(response);
  return response.blob();
}
