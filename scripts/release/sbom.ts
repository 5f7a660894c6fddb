import { runNpm } from '../set-up/packages.mjs';
import { inRoot } from '../set-up/paths.mjs';
import { SetupError } from '../set-up/pinned-node.mjs';
import type { SystemPackage } from './system.ts';

/**
 * Returns the installed packages, and those of an image's system, in CycloneDX format. npm marks those that
 * only tests need.
 * @param time of the commit, in seconds
 */
export function listPackages(system: SystemPackage[], time: number): string {
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application'];
  const { status, stdout } = runNpm(['sbom', ...format], inRoot(), 'pipe');
  if (status !== 0) throw new SetupError('npm sbom failed (see above).');
  // The serial number is random, and npm names the project after its folder.
  const { serialNumber, ...list } = JSON.parse(String(stdout));
  const component = { ...list.metadata.component, name: 'blood-buddies' };
  return JSON.stringify({
    ...list,
    metadata: { ...list.metadata, component, timestamp: new Date(time * 1000).toISOString() },
    components: [...list.components, ...system.map(describe)],
  });
}

/** Describes a source package of Debian. */
function describe({ name, version }: SystemPackage) {
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=source`;
  return { 'bom-ref': purl, type: 'library', name, version, purl };
}
