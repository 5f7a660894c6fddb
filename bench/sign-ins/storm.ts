const password = 'correct horse 1';

/** So many clients that sign in again and again; `stop` gives how many sign-ins succeeded. */
export async function startStorm(site: string, clients: number): Promise<{ stop(): Promise<number> }> {
  const { identity } = (await (await fetch(`${site}/api/config`)).json()) as { identity: { apiKey: string } };
  const send = async (call: string, email: string) => {
    const answer = await fetch(`${site}/identity/v1/accounts:${call}?key=${identity.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    });
    if (!answer.ok) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const run = Date.now();
  const emails = Array.from({ length: clients }, (_, n) => `donor-${run}-${n}@example.org`);
  await Promise.all(emails.map((email) => send('signUp', email)));

  let done = 0;
  let over = false;
  const loops = emails.map(async (email) => {
    while (!over) {
      await send('signInWithPassword', email);
      done += 1;
    }
  });
  return {
    async stop() {
      const counted = done;
      over = true;
      await Promise.all(loops);
      return counted;
    },
  };
}
