import { statfs } from 'node:fs/promises';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { Config } from '../config/config.ts';

/** Registers the free space and the size of the disks of DATA_DIR and BACKUP_DIR. */
export function collectDiskMetrics(
  metrics: MetricsRegistry,
  { dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>,
): void {
  const folders = [
    ['data', dataDir],
    ['backups', backupDir],
  ] as const;
  for (const [kind, folder] of folders) {
    if (!folder) continue;
    metrics.gauge(
      'disk_free_bytes',
      'Free space of the disk of a folder.',
      async () => {
        const { bavail, bsize } = await statfs(folder);
        return [[{ kind }, bavail * bsize]];
      },
      'site',
    );
    metrics.gauge(
      'disk_size_bytes',
      'Size of the disk of a folder.',
      async () => {
        const { blocks, bsize } = await statfs(folder);
        return [[{ kind }, blocks * bsize]];
      },
      'site',
    );
  }
}
