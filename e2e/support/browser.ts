import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import chromium, { inflate } from '@sparticuz/chromium';

const chromiumFolder = fileURLToPath(new URL('../../build/chromium', import.meta.url));
const oldChromiumFolder = fileURLToPath(new URL('../../build/chromium-103', import.meta.url));
const chromiumArchives = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));

/**
 * Turns off background traffic: tests must not reach other hosts, and a closed network would slow them down.
 */
const quietArgs = [
  '--disable-quic',
  '--disable-gpu',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-pings',
];

const hasBundledChromium = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the options of Chromium from npm with its own libraries and fonts on Linux x64, and of an installed
 * Chrome on other platforms.
 */
export async function browserLaunch(): Promise<LaunchOptions> {
  if (!hasBundledChromium) return { channel: 'chrome', args: quietArgs };
  if (!existsSync(chromiumFolder))
    await unpack(chromiumFolder, async () => {
      await chromium.executablePath();
      await inflate(join(chromiumArchives, 'al2023.tar.br'));
    });
  writeFontSettings();
  return createLaunchOptions(chromiumFolder);
}

/**
 * Returns the options of the oldest supported Chromium on Linux x64, and of the default browser on other
 * platforms. npm has Chromium 103 but not 100, so the features that version 100 lacks are disabled.
 */
export async function oldBrowserLaunch(): Promise<LaunchOptions> {
  const launch = await browserLaunch();
  if (!hasBundledChromium) return launch;
  if (!existsSync(oldChromiumFolder))
    await unpack(oldChromiumFolder, async () => {
      const archives = fileURLToPath(new URL('../bin/', import.meta.resolve('chromium-103')));
      for (const name of ['chromium.br', 'aws.tar.br']) await inflate(join(archives, name));
    });
  const { args = [], ...old } = createLaunchOptions(oldChromiumFolder, join(oldChromiumFolder, 'aws', 'lib'));
  return { ...old, args: [...args, '--disable-blink-features=AbortSignalTimeout,InertAttribute'] };
}

/** @param moreLibraries a folder of libraries that Chromium 103 needs beside those of the newer one */
function createLaunchOptions(folder: string, moreLibraries?: string): LaunchOptions {
  const temporaryFolder = join(tmpdir(), 'blood-buddies-browser');
  mkdirSync(temporaryFolder, { recursive: true });
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox', ...quietArgs],
    env: {
      ...(process.env as Record<string, string>),
      TMPDIR: temporaryFolder,
      LD_LIBRARY_PATH: [join(chromiumFolder, 'al2023', 'lib'), moreLibraries].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(chromiumFolder, 'fonts.conf'),
    },
  };
}

/**
 * Unpacks into a temporary folder and renames it, so that an interrupted run leaves no incomplete browser.
 */
async function unpack(folder: string, inflateAll: () => Promise<void>): Promise<void> {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = partial;
  try {
    await inflateAll();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  renameSync(partial, folder);
}

/**
 * Writes the font configuration atomically, because several processes of one run may write it at the same
 * time.
 */
function writeFontSettings(): void {
  const partial = join(chromiumFolder, `fonts.conf.${process.pid}`);
  writeFileSync(partial, fontSettings);
  renameSync(partial, join(chromiumFolder, 'fonts.conf'));
}

const bengali = dirname(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-bengali/package.json')),
);

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <dir>${bengali}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
