import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compress, pack } from './archive.ts';
import type { Platform } from './native-packages.ts';
import { description, license, version } from './site-files.ts';
import { extractSystem } from './system.ts';

/** The environment of a container, whose only writable folders are /data, /backups and /tmp. */
export const environment = {
  PATH: '/usr/local/bin',
  NODE_ENV: 'production',
  IDENTITY_STRICT: 'on',
  HOST: '0.0.0.0',
  PORT: '3000',
  DATA_DIR: '/data',
};

/** Podman ignores it in an image of this format. */
const healthCheck = {
  Test: [
    ...['CMD', 'node', '-e'],
    "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))",
  ],
  Interval: 10e9,
  Timeout: 3e9,
  StartPeriod: 30e9,
  Retries: 3,
};

type Options = {
  platform: Platform;
  site: string;
  node: string;
  work: string;
  time: number;
  revision: string;
};

/**
 * Makes an image in a file that Docker, Podman and skopeo load: an OCI image layout with the manifest.json of
 * `docker save`. Needs no container engine and no emulation.
 * @param options.site the folder of the site's files, which is moved
 * @param options.node the file of the platform's Node
 * @param options.work an empty folder for intermediate files
 * @returns the versions of the system's packages
 */
export function createImage(file: string, { platform, site, node, work, time, revision }: Options) {
  const architecture = platform === 'linux-x64' ? 'amd64' : 'arm64';
  const layers = ['system', 'node', 'data', 'app'].map((name) => join(work, name));
  const [system = '', nodeLayer = '', data = '', app = ''] = layers;
  const packages = extractSystem(architecture, system);
  write(join(system, 'etc/passwd'), 'root:x:0:0::/root:\nnode:x:1000:1000::/app:\n');
  write(join(system, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  write(join(system, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  mkdirSync(join(nodeLayer, 'usr/local/bin'), { recursive: true });
  copyFileSync(node, join(nodeLayer, 'usr/local/bin/node'));
  for (const name of ['data', 'backups', 'tmp']) mkdirSync(join(data, name), { recursive: true });
  mkdirSync(app);
  renameSync(site, join(app, 'app'));

  const layout = join(work, 'layout');
  const blobs = join(layout, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  const addBlob = (content: Buffer | string, mediaType: string) => {
    const hash = sha256(content);
    writeFileSync(join(blobs, hash), content);
    return { mediaType, digest: `sha256:${hash}`, size: Buffer.byteLength(content) };
  };
  const addJson = (content: object, kind: string) =>
    addBlob(JSON.stringify(content), `application/vnd.oci.image.${kind}+json`);
  const packed = layers.map((folder) => {
    const tar = `${folder}.tar`;
    pack(tar, { folder, entries: readdirSync(folder), time, owner: folder === data ? 1000 : 0 });
    const diffId = `sha256:${sha256(readFileSync(tar))}`;
    compress(tar);
    return {
      diffId,
      blob: addBlob(readFileSync(`${tar}.gz`), 'application/vnd.oci.image.layer.v1.tar+gzip'),
    };
  });
  const created = new Date(time * 1000).toISOString();
  const labels = {
    'org.opencontainers.image.title': 'Blood Buddies',
    'org.opencontainers.image.description': description,
    'org.opencontainers.image.licenses': license,
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': revision,
    'org.opencontainers.image.created': created,
  };
  const config = addJson(
    {
      ...{ architecture, os: 'linux', created },
      config: {
        User: '1000:1000',
        Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
        WorkingDir: '/app',
        Cmd: ['node', 'site/main.js'],
        ExposedPorts: { '3000/tcp': {} },
        Volumes: { '/data': {} },
        StopSignal: 'SIGTERM',
        Healthcheck: healthCheck,
        Labels: labels,
      },
      rootfs: { type: 'layers', diff_ids: packed.map(({ diffId }) => diffId) },
      history: layers.map(() => ({ created, created_by: 'npm run release' })),
    },
    'config.v1',
  );
  const manifest = addJson(
    {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config,
      layers: packed.map(({ blob }) => blob),
      annotations: labels,
    },
    'manifest.v1',
  );
  const name = `blood-buddies:${version}`;
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${name}`,
    'org.opencontainers.image.ref.name': version,
  };
  const pathOf = ({ digest }: { digest: string }) => `blobs/${digest.replace(':', '/')}`;
  writeJson(join(layout, 'oci-layout'), { imageLayoutVersion: '1.0.0' });
  writeJson(join(layout, 'index.json'), {
    schemaVersion: 2,
    manifests: [{ ...manifest, platform: { architecture, os: 'linux' }, annotations }],
  });
  writeJson(join(layout, 'manifest.json'), [
    { Config: pathOf(config), RepoTags: [name], Layers: packed.map(({ blob }) => pathOf(blob)) },
  ]);
  pack(file, { folder: layout, entries: readdirSync(layout), time });
  return packages;
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

const writeJson = (path: string, content: object): void => write(path, JSON.stringify(content));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
