import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Database } from '#platform/database/open.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import { createLog } from '#platform/observability/log.ts';
import { systemClock as clock } from '#platform/time.ts';
import { createWorkerPool } from '#providers/images/imaging/worker-pool.ts';
import { createWorkers } from '#providers/images/imaging/workers.ts';
import { extensionOf, pictureAddress } from '#providers/images/pictures/picture.ts';
import { findPicture, hasPicture } from '#providers/images/pictures/repository.ts';
import { storePicture } from '#providers/images/pictures/rules.ts';
import { createDiskStorage, picturesFolder } from '#providers/images/storage/disk.ts';
import { openS3Storage } from '#providers/images/storage/s3.ts';
import type { Storage } from '#providers/images/storage/storage.ts';
import type { Tables } from '#server/db/tables.ts';
import { type ContentFile, toFiles } from '#server/features/site-content/content-files.ts';
import { importContent } from '#server/features/site-content/import-content.ts';
import { listRows } from '#server/features/site-content/repository.ts';
import { createForeignPictureError } from '#server/integrations/images.ts';
import type { Config } from '../app/config/config.ts';
import { describeMissingFiles } from './backup.ts';
import { type Command, inDatabase } from './command.ts';
import { createLoggedCommand } from './logged-command.ts';

export const contentCommands: Command[] = [
  [
    'content export <new folder>',
    "writes the owner's content to a folder as JSON, Markdown and pictures",
    inDatabase(exportToFolder),
  ],
  [
    'content import <folder>',
    'publishes what an exported folder contains; other content stays',
    createLoggedCommand(async ({ db, withStaffLog, config, logKey }, folder = '') => {
      const { publicUrl } = config;
      const from = resolve(folder);
      const files = await importPictures(db, config, from, await readFolder(from));
      const contentImages = { describe: (url: string) => describePicture(db, url) };
      const core = { db: db.withTables<Tables>(), clock, logKey, publicUrl, contentImages };
      const { changed, unchanged, problems } = await importContent(core, withStaffLog, files);
      if (problems.length > 0)
        throw new SetupError(['Nothing was changed:', ...problems.map((line) => `  ${line}`)].join('\n'));
      return `Imported: ${changed} changed, ${unchanged} already the same.`;
    }),
  ],
];

/** @throws AppError invalid-fields (422) if the site has no such picture */
async function describePicture(db: Database, url: string) {
  const pictureId = url.slice(url.lastIndexOf('/') + 1);
  const picture = await findPicture(db, pictureId);
  if (!picture) throw createForeignPictureError();
  return { ...picture, pictureId };
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Pictures have their address on the site in the database, and the path of their file in exported texts. */
async function exportToFolder(db: Database, folder: string, config: Config): Promise<string> {
  const to = resolve(folder);
  mkdirSync(to, { recursive: true });
  if (readdirSync(to).length > 0) throw new SetupError(`${to} is not empty. Choose a new folder.`);
  const storage = await openStorage(config);
  const missing: string[] = [];
  const paths = new Map<string, string>();
  const address = new RegExp(`${RegExp.escape(config.publicUrl)}/images/(${UUID})`, 'g');
  const files = toFiles(await listRows(db.withTables<Tables>()));
  for (const { text } of files)
    for (const [, id = ''] of text.matchAll(address))
      if (!paths.has(id)) paths.set(id, await exportPicture(id));
  for (const { path, text } of files)
    await write(
      path,
      text.replace(address, (_, id: string) => paths.get(id) ?? ''),
    );
  return `Exported to ${to}: ${files.length} files, ${paths.size} pictures.${describeMissingFiles(missing)}`;

  async function write(path: string, content: string | Uint8Array): Promise<void> {
    const file = join(to, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  async function exportPicture(id: string): Promise<string> {
    const picture = await findPicture(db, id);
    const bytes = picture && (await storage.read(id, 'original'));
    const path = `pictures/${id}.${extensionOf(picture?.format ?? 'jpeg')}`;
    if (bytes) await write(path, bytes);
    else missing.push(path);
    return path;
  }
}

async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  return s3 ? openS3Storage(s3, createLog('warn')) : createDiskStorage(join(dataDir, picturesFolder));
}

/** Reads the JSON and Markdown files of an exported folder. */
async function readFolder(folder: string): Promise<ContentFile[]> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new SetupError(`There is no folder ${folder}.`);
  // Not links, which could publish any file of the server.
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => /^[^.][^/]*(\/[^/]+)?\.(json|md)$/.test(name));
  return Promise.all(
    names.sort().map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })),
  );
}

/**
 * Stores the pictures that texts mention and the site does not have. Returns the texts with the pictures'
 * addresses on the site.
 */
async function importPictures(
  db: Database,
  config: Config,
  folder: string,
  files: readonly ContentFile[],
): Promise<ContentFile[]> {
  const pool = createWorkerPool();
  const deps = { db, clock, storage: await openStorage(config), workers: createWorkers({ pool }) };
  const addresses = new Map<string, string>();
  const picture = new RegExp(`pictures/(${UUID})\\.(?:jpg|webp)`, 'g');
  try {
    for (const { text } of files)
      for (const [path = '', id = ''] of text.matchAll(picture))
        if (!addresses.has(path)) addresses.set(path, await addressOf(path, id));
  } finally {
    pool.close();
  }
  return files.map(({ path, text }) => ({
    path,
    text: text.replace(picture, (file) => addresses.get(file) ?? file),
  }));

  async function addressOf(path: string, id: string): Promise<string> {
    // A picture keeps its id, so that importing it again changes nothing.
    if (await findPicture(db, id)) return pictureAddress(config.publicUrl, id);
    const file = join(folder, path);
    const bytes = statSync(file, { throwIfNoEntry: false })?.size;
    if (bytes === undefined) throw new SetupError(`The file ${path} is missing. Nothing was changed.`);
    // An interrupted import may have left one that is not visible.
    const free = (await hasPicture(db, id)) ? undefined : id;
    const stored = await storePicture(deps, 'operator', { path: file, filename: path, bytes }, free).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        throw new SetupError(`${path}: ${error.message} Nothing was changed.`);
      },
    );
    return pictureAddress(config.publicUrl, stored.id);
  }
}
