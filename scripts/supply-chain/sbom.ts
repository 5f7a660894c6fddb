import { Utils } from '@cyclonedx/cyclonedx-library/Contrib/Bom';
import { ComponentScope, ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums';
import {
  Bom,
  Component,
  HashDictionary,
  LicenseExpression,
  LicenseRepository,
  Metadata,
  SpdxLicense,
} from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { type LockedPackage, lockedPackages, neededBy, ourselves } from './lockfile.ts';

/**
 * What the site consists of by the lockfile: a CycloneDX 1.6 document in JSON. It has what running and building need,
 * the binaries of every system among them (`optional`), and not what only tests need.
 */
export function describeSite(now: Date): string {
  const packages = lockedPackages.filter(({ dev }) => !dev);
  const site = componentOf(ourselves, ComponentType.Application);
  const components = new Map(packages.map((one) => [one.path, componentOf(one, ComponentType.Library)]));
  for (const [from, component] of [[ourselves, site] as const, ...packages.map(withComponent)]) {
    for (const name of Object.keys({ ...from.dependencies, ...from.optionalDependencies })) {
      const needed = components.get(neededBy(from, name)?.path ?? '');
      if (needed) component.dependencies.add(needed.bomRef);
    }
  }
  const bom = new Bom({
    serialNumber: Utils.randomSerialNumber(),
    metadata: new Metadata({ timestamp: now, component: site }),
  });
  for (const component of components.values()) bom.components.add(component);
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;

  function withComponent(one: LockedPackage) {
    return [one, components.get(one.path) as Component] as const;
  }
}

function componentOf(
  { path, name, version, integrity, license, optional, devOptional }: LockedPackage,
  type: ComponentType,
) {
  const [group, ownName] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return new Component(type, ownName as string, {
    bomRef: path || name,
    group,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`,
    scope: optional || devOptional ? ComponentScope.Optional : ComponentScope.Required,
    hashes: integrity
      ? new HashDictionary([
          [
            HashAlgorithm['SHA-512'],
            Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
          ],
        ])
      : undefined,
    licenses: new LicenseRepository(license ? [licenceOf(license)] : []),
  });
}

function licenceOf(expression: string) {
  return isSupportedSpdxId(expression) ? new SpdxLicense(expression) : new LicenseExpression(expression);
}
