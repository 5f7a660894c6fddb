import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import chromium, { inflate } from '@sparticuz/chromium';

const unpacked = fileURLToPath(new URL('../../build/chromium', import.meta.url));
const unpackedOld = fileURLToPath(new URL('../../build/chromium-103', import.meta.url));
const brought = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));

/** No background traffic: outside addresses are not for tests, and a closed network only slows them. */
const quiet = [
  '--disable-quic',
  '--disable-gpu',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-pings',
];

const isBrought = process.platform === 'linux' && process.arch === 'x64';

/** Chromium from npm on Linux x64, with libraries and fonts of its own, and one for Bengali; elsewhere an installed Chrome. */
export async function browserLaunch(): Promise<LaunchOptions> {
  if (!isBrought) return { channel: 'chrome', args: quiet };
  if (!existsSync(unpacked))
    await unpack(unpacked, async () => {
      await chromium.executablePath();
      await inflate(join(brought, 'al2023.tar.br'));
    });
  tellFonts();
  return launchFrom(unpacked, join('al2023', 'lib'));
}

/**
 * The oldest supported Chromium; elsewhere than on Linux x64 the same browser as in the other journeys. npm has version
 * 103 and no older one above 92: it lacks what is disabled here in version 100.
 */
export async function oldBrowserLaunch(): Promise<LaunchOptions> {
  const launch = await browserLaunch();
  if (!isBrought) return launch;
  if (!existsSync(unpackedOld))
    await unpack(unpackedOld, async () => {
      const archives = fileURLToPath(new URL('../bin/', import.meta.resolve('chromium-103')));
      for (const name of ['chromium.br', 'aws.tar.br']) await inflate(join(archives, name));
    });
  const { args = [], ...old } = launchFrom(unpackedOld, join('aws', 'lib'));
  return { ...old, args: [...args, '--disable-blink-features=AbortSignalTimeout,InertAttribute'] };
}

function launchFrom(folder: string, libraries: string): LaunchOptions {
  const temporary = join(tmpdir(), 'blood-buddies-browser');
  mkdirSync(temporary, { recursive: true });
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox', ...quiet],
    env: {
      ...(process.env as Record<string, string>),
      TMPDIR: temporary,
      LD_LIBRARY_PATH: join(folder, libraries),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  };
}

/** Into a folder beside, then renamed: an interrupted run leaves nothing that looks complete. */
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

/** Several processes of one run may do so at once. */
function tellFonts(): void {
  const partial = join(unpacked, `fonts.conf.${process.pid}`);
  writeFileSync(partial, fontSettings);
  renameSync(partial, join(unpacked, 'fonts.conf'));
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
