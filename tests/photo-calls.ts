import { type Member, type TestHouse, uploadPicture } from './house.ts';

/** The calls about photos, in the house that the test has open by then. */
export const photoCalls = (house: () => TestHouse) => ({
  upload: (member: Member): Promise<string> => uploadPicture(house(), member),
  async add(member: Member, json: unknown, headers = {}) {
    const answer = await house().send('POST', '/api/photo', { json, token: member.token, headers });
    return { status: answer.status, body: (await answer.json()) as { insertedId: string } };
  },
  list: async (query = '') =>
    (await (await house().send('GET', `/api/photo${query}`)).json()) as Record<string, unknown>[],
});
