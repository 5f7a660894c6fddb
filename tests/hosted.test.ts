import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { type S3Server, startS3Server } from '#providers/images/testing/s3-server.ts';
import { createTestApp, type Member, type TestApp, uploadPicture } from './test-app.ts';

describe('hosted Firebase', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('[API-01] accepts only tokens signed by Google with hosted Firebase', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'google', alg: 'RS256' }];
    vi.stubGlobal('fetch', async (address: string | URL) => {
      expect(new URL(address).hostname).toBe('www.googleapis.com');
      return Response.json({ keys });
    });
    await using app = await createTestApp({
      IDENTITY_PROVIDER: 'firebase',
      FIREBASE_API_KEY: 'AIza-x',
      FIREBASE_AUTH_DOMAIN: 'donors.firebaseapp.com',
      FIREBASE_PROJECT_ID: 'donors',
    });
    expect(app.publicConfig.identity).toMatchObject({
      provider: 'firebase',
      apiKey: 'AIza-x',
      authDomain: 'donors.firebaseapp.com',
      projectId: 'donors',
    });
    const now = Math.floor(Date.now() / 1000);
    const sign = (project: string, authTime = now) =>
      new SignJWT({ email: 'rahima@example.org', auth_time: authTime })
        .setProtectedHeader({ alg: 'RS256', kid: 'google' })
        .setSubject('firebase-uid')
        .setIssuer(`https://securetoken.google.com/${project}`)
        .setAudience(project)
        .setIssuedAt()
        .setExpirationTime('1 hour')
        .sign(privateKey);
    const put = (token: string) =>
      app.send('PUT', '/api/user', { json: { email: 'rahima@example.org' }, token });
    expect((await put(await sign('another'))).status).toBe(403);
    const { token } = (await (await put(await sign('donors'))).json()) as { token: string };
    const own = await app.send('GET', '/api/appointments?email=rahima@example.org', { token });
    expect([own.status, await own.json()]).toEqual([200, []]);
    const exportBy = (token: string) => app.send('GET', '/api/user/export', { token });
    expect((await exportBy(token)).status).toBe(200);
    const old = (await (await put(await sign('donors', now - 400))).json()) as { token: string };
    expect((await exportBy(old.token)).status).toBe(409);
    expect((await app.send('DELETE', '/api/user', { token: old.token })).status).toBe(409);
    const ours = await app.send('POST', '/identity/v1/accounts:signUp?key=x', { json: {} });
    expect(ours.status).toBe(404);
  });
});

describe('a hosted image service', () => {
  /** A service like ImgBB: accepts `image` with a key and returns the URL of the picture. */
  let service: Awaited<ReturnType<typeof startHttpServer>>;
  let origin: string;
  let app: TestApp;
  const requests: string[] = [];

  beforeAll(async () => {
    service = await startHttpServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => {
        const url = `${origin}/pictures/${requests.length}.jpg`;
        response.setHeader('Content-Type', 'application/json');
        response.end(
          JSON.stringify({ data: { url, width: '800', height: '600' }, success: true, status: 200 }),
        );
      });
    });
    origin = service.origin;
    app = await createTestApp({
      IMAGES_UPLOAD_URL: `${origin}/1/upload?expiration=600`,
      IMAGES_KEY: 'our-key',
    });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  /** Uploads as the page does, to the configured URL. */
  async function upload(): Promise<string> {
    const { uploadUrl, key } = app.publicConfig.images;
    const address = new URL(uploadUrl);
    address.searchParams.set('key', key);
    const body = new FormData();
    body.set('image', new File(['picture'], 'donors.jpg'));
    const response = (await (await fetch(address, { method: 'POST', body })).json()) as {
      data: { url: string };
    };
    return response.data.url;
  }
  const add = (member: Member, json: object) =>
    app.callApi<{ insertedId: string }>(member, 'POST', '/photo', json);
  const list = async () =>
    (await app.callApi<{ _id: string; img: string }[]>(undefined, 'GET', '/photo')).body;

  test('[GAL-03] sends the browser the upload URL and key, and keeps only the pictures of pages itself', async () => {
    expect(app.publicConfig.images).toEqual({
      uploadUrl: `${origin}/1/upload?expiration=600`,
      key: 'our-key',
    });
    expect(app.builtInProviders).not.toContain('image host');
    await upload();
    expect(requests.at(-1)).toBe('POST /1/upload?expiration=600&key=our-key');
    const editor = await app.register();
    app.giveRole(editor, 'editor');
    const logo = await uploadPicture(app, editor, { width: 200, height: 200 });
    expect((await add(editor, { img: logo })).status).toBe(422);
    const draft = { name: { en: 'Sang' }, logo };
    await app.callApi(editor, 'PUT', '/staff/content/identity/site', { revision: 0, draft });
    const publish = { revision: 1 };
    expect(await app.callApi(editor, 'POST', '/staff/content/identity/site/publish', publish)).toMatchObject({
      status: 200,
    });
    const address = logo.slice(app.config.publicUrl.length);
    app.time.offsetMs += days(2);
    await app.runJob('delete-orphaned-pictures');
    expect((await app.send('GET', `${address}?as=icon-32`)).status).toBe(200);
    app.time.offsetMs = 0;
  });

  test('[API-04] rejects a picture that is not from the service with 422', async () => {
    const json = { img: 'https://elsewhere.example/a.jpg' };
    expect((await add(await app.register(), json)).status).toBe(422);
  });

  test('deletes a photo and an account although the service has no deletion', async () => {
    const [member, leaving] = [await app.register(), await app.register()];
    const { insertedId } = (await add(member, { img: await upload() })).body;
    await add(leaving, { img: await upload() });
    const before = requests.length;
    expect((await app.send('DELETE', `/api/photo/${insertedId}`, { token: member.token })).status).toBe(204);
    expect((await app.send('DELETE', '/api/user', { token: leaving.token })).status).toBe(204);
    await app.runJob('deliver-messages');
    const shown = (await list()).map(({ _id }) => _id);
    expect(shown).not.toContain(insertedId);
    const exported = await app.send('GET', '/api/user/export', { token: member.token });
    expect(await exported.json()).toMatchObject({ photos: [] });
    expect(requests).toHaveLength(before);
  });
});

describe('a bucket for pictures', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.stop());

  test('stores pictures in the bucket as long as the gallery shows them', async () => {
    await using app = await createTestApp(s3.environment);
    const member = await app.register();
    const upload = () => uploadPicture(app, member);
    const [saved, deleted, orphan] = [await upload(), await upload(), await upload()];
    const save = (img: string, { token } = member) =>
      app.send('POST', '/api/photo', { json: { img }, token });
    const show = async (img: string) => (await app.send('GET', img.replace(app.config.publicUrl, ''))).status;
    const files = () => [saved, deleted, orphan].map((img) => s3.filesOf(img.slice(-36)).length);
    await save(saved);
    const photo = (await (await save(deleted)).json()) as { insertedId: string };
    expect(files()).toEqual([1, 1, 1]);
    expect(readdirSync(join(app.dataDir, 'images'))).toEqual(['incoming']);

    await app.send('DELETE', `/api/photo/${photo.insertedId}`, { token: member.token });
    await app.runJob('deliver-messages');
    expect(files()).toEqual([1, 0, 1]);

    app.time.offsetMs += days(1) + minutes(1);
    await app.runJob('delete-orphaned-pictures');
    expect([await show(saved), await show(deleted), await show(orphan)]).toEqual([200, 404, 404]);
    expect((await save(orphan, await app.register())).status).toBe(422);
    app.time.offsetMs += hours(1) + minutes(1);
    await app.runJob('delete-orphaned-pictures');
    expect(files()).toEqual([1, 0, 0]);
    expect(await show(saved)).toBe(200);
  });
});

describe('text messages', () => {
  const phoneNumber = '+8801712345678';

  const sendCode = (app: TestApp) =>
    app.callIdentity('sendVerificationCode', { phoneNumber, recaptchaToken: 'none' });

  test('[IDP-04] writes each text message to a file with number and text without a service', async () => {
    await using app = await createTestApp();
    expect(app.publicConfig.identity.textMessages).toBe(true);
    expect((await sendCode(app)).status).toBe(200);
    await app.runJob('deliver-messages');
    const files = readdirSync(app.config.outboxDir).filter((file) => file.endsWith('.sms.json'));
    expect(files).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(app.config.outboxDir, files[0] ?? ''), 'utf8'))).toEqual({
      phoneNumber,
      text: expect.stringMatching(/^\d{6} is your Blood Buddies code\./),
    });
  });

  test('[IDP-04] sends text messages to SMS_URL and retries once after a failure', async () => {
    const taken: unknown[] = [];
    const statuses = [503, 202];
    await using service = await startHttpServer(async (request, response) => {
      const chunks = await Array.fromAsync(request);
      taken.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(statuses.shift() ?? 500).end();
    });
    await using app = await createTestApp({ SMS_URL: `http://me:secret@127.0.0.1:${service.port}/send` });
    expect((await sendCode(app)).status).toBe(200);
    await app.runJob('deliver-messages');
    app.time.offsetMs += 2000;
    await app.runJob('deliver-messages');
    app.time.offsetMs += 60_000;
    await app.runJob('deliver-messages');
    const text = { phoneNumber, text: expect.stringMatching(/^\d{6} is your/) };
    expect(taken).toEqual([text, text]);
    expect(readdirSync(app.config.outboxDir)).toEqual([]);
  });

  test('[IDP-04] disables phone numbers in production without a service', async () => {
    await using app = await createTestApp({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://blood.example',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    });
    expect(app.publicConfig.identity.textMessages).toBe(false);
    const response = await sendCode(app);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: 'OPERATION_NOT_ALLOWED' } });
  });
});
